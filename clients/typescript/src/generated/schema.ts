/* Made from docs/openapi by `npm run openapi`; change the contracts instead. */
export interface webhooks {
    "scan.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onScanCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "qr.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onQrCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "qr.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onQrUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "qr.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onQrDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "qr.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onQrExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quota.reached": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onQuotaReached"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onDomainFailing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        PublicQrCodeRequest: {
            /**
             * @description Reference name, returned as it was sent; 1 to 200 characters.
             * @example Table 4
             */
            name?: string | null;
            /**
             * @description What the content is.
             * @example url
             * @enum {string}
             */
            type: "url" | "wifi" | "contact" | "text";
            /**
             * @description A plain string for url and text; for wifi and contact a JSON object serialised into a string, or a payload that is already encoded (`WIFI:`, `BEGIN:VCARD`, `MECARD:`). At most 4,096 characters.
             * @example https://example.com/menu
             */
            content: string;
            /** @description Appearance; everything in it may be left out. */
            settings?: {
                /**
                 * @description Width and height in pixels without the frame, quiet zone included; at least 2 pixels a module. Left out: 256, or the smallest multiple of 64 that serves.
                 * @example 512
                 */
                size?: number | null;
                /** @description WCAG contrast of at least 1.5; under 3 warns. Unless `transparent`, the brightness (ITU-R BT.601, 0–255) must differ by at least 20 as well, which is all that readers see. */
                color?: {
                    /**
                     * @description Modules.
                     * @default #000000
                     */
                    dark?: string | null;
                    /**
                     * @description Background.
                     * @default #FFFFFF
                     */
                    light?: string | null;
                } | null;
                /** @description Drawn outside the image, which grows by twice `frame.size`. */
                frame?: {
                    /**
                     * @description `square` means no frame.
                     * @default square
                     */
                    style?: ("square" | "rounded" | "circle" | "dashed") | null;
                    /**
                     * @description Frame colour; `color.dark` when left out.
                     * @example #0F766E
                     */
                    color?: string | null;
                    /** @description Width in pixels, at most a quarter of `size`. 20, or a quarter of `size` where that is less. */
                    size?: number | null;
                } | null;
                /** @description A picture in the middle. Raises the error correction level to H. */
                logo?: {
                    /** @description Lays the logo over the code; needs `dataUrl`. */
                    enabled?: boolean | null;
                    /** @description One still picture: `data:image/png|jpeg|webp;base64,…`, at most 512 KiB decoded and 2,048 × 2,048 pixels. */
                    dataUrl?: string | null;
                    /** @description Pixels, at most 30 % of `size`. 20 % of `size` when left out. */
                    size?: number | null;
                } | null;
                /** @description How the modules are drawn. */
                modules?: {
                    /**
                     * @description Shape of a module.
                     * @default square
                     */
                    shape?: ("square" | "rounded" | "dots") | null;
                } | null;
                /** @description How the three finder patterns are drawn. */
                eyes?: {
                    /**
                     * @description Shape of the three eyes.
                     * @default square
                     */
                    shape?: ("square" | "rounded" | "circle") | null;
                    /** @description Colour of the eyes; `color.dark` when left out. The rules of `color` hold for it and `color.light` too. */
                    color?: string | null;
                } | null;
                /**
                 * @description Leaves the background out.
                 * @default false
                 */
                transparent?: boolean | null;
                /**
                 * @description Least level; the symbol carries a higher one where that costs no larger version. H with a logo.
                 * @default M
                 */
                errorCorrectionLevel?: ("L" | "M" | "Q" | "H") | null;
                /**
                 * @description Modules of margin on each side; under 4 warns.
                 * @default 4
                 */
                quietZone?: number | null;
            } | null;
        };
        NewGoal: {
            /**
             * @description The `qz_scan` that the target was called with: id of a scan of the last 30 days.
             * @example 019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47
             */
            scanId: string;
            /**
             * @description What was reached. A scan has each name once, and at most 20 names; a code has at most 20 names.
             * @example signup
             */
            name: string;
            /**
             * @description What it is worth, with at most 2 decimals; together with `currency`.
             * @example 49.9
             */
            value?: number;
            /**
             * @description ISO 4217; together with `value`.
             * @example EUR
             */
            currency?: string;
        };
        PublicQrCode: {
            /**
             * @description The PNG as a data URL, for direct use.
             * @example data:image/png;base64,iVBORw0KGgo…
             */
            qrImage: string;
            /**
             * Format: uri
             * @description Serves the same PNG for 24 hours.
             * @example https://quietzone.example/api/public/qr-codes/view/aZ09bY18cX27
             */
            imageUrl: string;
            /**
             * @description What the content is.
             * @example url
             * @enum {string}
             */
            type: "url" | "wifi" | "contact" | "text";
            /**
             * @description The content exactly as it was sent.
             * @example https://example.com/menu
             */
            content: string;
            /** @description Present if a name was sent. */
            name?: string;
            settings: components["schemas"]["PublicSettingsUsed"];
            /** @description Absent when there are none. */
            warnings?: components["schemas"]["Warning"][];
            /** @description Present with `grade=true`. */
            scannability?: {
                score: number;
                /** @enum {string} */
                verdict: "scans_anywhere" | "scans_well" | "scans_with_care" | "do_not_print";
                cases: {
                    blur: number;
                    smallPrint: number;
                    lowContrast: number;
                    rotation: number;
                    noise: number;
                };
                weakest: {
                    /** @enum {string} */
                    case: "blur" | "smallPrint" | "lowContrast" | "rotation" | "noise";
                    score: number;
                    advice: string;
                    fix?: {
                        [key: string]: unknown;
                    };
                };
            };
            _meta: {
                /** @example 1.0.0 */
                apiVersion: string;
                /**
                 * Format: date-time
                 * @example 2026-01-02T03:04:05.678Z
                 */
                generatedAt: string;
                /**
                 * Format: uri
                 * @description The machine-readable description of this interface.
                 */
                documentation: string;
                note: string;
            };
        };
        /** @description The settings that the image was drawn with, defaults filled in. */
        PublicSettingsUsed: {
            /** @description Width and height in pixels without the frame. */
            size: number;
            color: {
                dark: string;
                light: string;
            };
            frame: {
                /** @constant */
                style: "square";
            } | {
                /** @enum {string} */
                style: "square" | "rounded" | "circle" | "dashed";
                color: string;
                /** @description Width in pixels. */
                size: number;
            };
            /** @description Absent without a logo. */
            logo?: {
                /** @constant */
                enabled: true;
                dataUrl: string;
                /** @description Width in pixels. */
                size: number;
            };
            modules: {
                /** @enum {string} */
                shape: "square" | "rounded" | "dots";
            };
            eyes: {
                /** @enum {string} */
                shape: "square" | "rounded" | "circle";
                color: string;
            };
            transparent: boolean;
            /**
             * @description The least level asked for.
             * @enum {string}
             */
            errorCorrectionLevel: "L" | "M" | "Q" | "H";
            /** @description Modules of margin on each side. */
            quietZone: number;
        };
        /** @description Something that was drawn all the same, and that its owner should know. */
        Warning: {
            /**
             * @description Stable, for programs; new codes can be added. `low_contrast`: the WCAG contrast is under 3; `inverted_colors`: light on dark, which some scanners can't read; `light_frame`: the frame is so much lighter than the background that some scanners miss the code; `busy_logo`: the logo resembles a part of the code that it covers, so some scanners miss the code; `dense_logo`: the code is so dense that some scanners miss it with a logo of this size; `small_quiet_zone`: the quiet zone is under 4 modules; `frame_requires_pro`: the plan has no frames, so this one was not stored; `static_image_changed`: printed copies of a static code keep the old content; `local_base_url`: the short URL opens on the server's own machine only; `parameter_ignored`: the parameter has no effect here; `apex_domain`: DNS allows no CNAME for this host; `mixed_script`: a name in the host mixes scripts.
             * @example low_contrast
             */
            code: string;
            /** @example settings.color */
            field: string;
            message: string;
        };
        PublicInterfaceDescription: {
            name: string;
            /** @example 1.0.0 */
            version: string;
            description: string;
            /**
             * Format: uri
             * @description The reference for people.
             */
            documentation: string;
            /**
             * Format: uri
             * @description The machine-readable description.
             */
            openapi: string;
            authentication: string;
            endpoints: {
                method: string;
                path: string;
                url: string;
                description: string;
            }[];
            /** @description Query parameters of the generating GET. */
            parameters: {
                [key: string]: {
                    required: boolean;
                    description: string;
                    allowed?: string[];
                };
            };
            contentTypes: {
                [key: string]: {
                    description: string;
                    example: string;
                };
            };
            /** @description Settings of POST, in words. */
            settings: {
                [key: string]: string;
            };
            limits: {
                requestsPerHour: number;
                countedBy: string;
                imageLifetimeHours: number;
                contentCharacters: number;
                bodyBytes: number;
                logoBytes: number;
                sizePixels: {
                    min: number;
                    max: number;
                    default: number;
                };
            };
            examples: {
                description: string;
                request: string;
            }[];
            /**
             * Format: uri
             * @description Every error code, with its remedy.
             */
            errors: string;
        };
        Error: {
            /**
             * @description One sentence for people.
             * @example settings.size must be between 64 and 1024
             */
            error: string;
            /**
             * @description Stable, for programs.
             * @enum {string}
             */
            code: "invalid_request" | "validation_failed" | "invalid_content" | "invalid_url" | "content_too_long" | "size_too_small" | "contrast_too_low" | "invalid_logo" | "not_scannable" | "immutable_field" | "bulk_limit_exceeded" | "slug_reserved" | "alias_limit" | "invalid_domain" | "domain_not_verified" | "webhook_url_not_public" | "missing_api_key" | "invalid_api_key" | "expired_api_key" | "inactive_api_key" | "not_signed_in" | "insufficient_permission" | "plan_required" | "quota_exceeded" | "sandbox_forbidden" | "sandbox_required" | "not_found" | "method_not_allowed" | "payload_too_large" | "unsupported_media_type" | "request_timeout" | "misdirected_request" | "slug_taken" | "domain_taken" | "domain_in_use" | "idempotency_in_progress" | "idempotency_key_reused" | "gone" | "rate_limited" | "internal_error" | "unavailable";
            /** @description Every fault of the request, one for each field. */
            details?: components["schemas"]["ErrorDetail"][];
            /** @description What to change. */
            hint: string;
            /**
             * Format: uri
             * @description The page of this code.
             */
            docs: string;
            /** @example req_4kq8Zt0bW3nR7sYc1dEf */
            requestId: string;
        };
        ErrorDetail: {
            /**
             * @description Dotted path of the field.
             * @example settings.size
             */
            field: string;
            /**
             * @description What is wrong with it.
             * @example out_of_range
             */
            code: string;
            /** @example settings.size must be between 64 and 1024 */
            message: string;
            /** @description Least value or length, where there is one. */
            min?: number;
            /** @description Largest value or length, where there is one. */
            max?: number;
            /** @description The values allowed, where they are a set. */
            allowed?: unknown[];
            /** @description A colour or pair that would pass. */
            example?: string;
        } & {
            [key: string]: unknown;
        };
        RecordedGoal: {
            /** @description False for a goal that the scan had already: nothing has changed. */
            recorded: boolean;
        };
        NewQrCode: {
            /**
             * @description Display name; 1 to 200 characters.
             * @example Menu, table 4
             */
            name: string;
            /**
             * @description What the content is. It cannot be changed.
             * @example url
             * @enum {string}
             */
            type: "url" | "wifi" | "contact" | "text" | "email" | "sms" | "vcard";
            /**
             * @description A plain string for url and text, an address for email, a number for sms; else a JSON object serialised into a string, or a payload that is already encoded (`WIFI:`, `BEGIN:VCARD`, `MECARD:`, `mailto:`, `sms:`, `SMSTO:`). At most 4,096 characters, an address 2,048.
             * @example https://example.com/menu
             */
            content: string;
            settings?: components["schemas"]["Settings"] | null;
            /**
             * @description The code holds a short URL that leads to the content, so that the content can be changed after printing. It cannot be changed.
             * @default false
             */
            isDynamic?: boolean;
            /**
             * @description The path of a dynamic code's short URL, unique on its host whatever the case; null: a generated one. On the service's host at least 4 characters, and not 8 letters and digits. Earlier short URLs stay valid as aliases, at most 10. Not on Free, nor in the sandbox.
             * @example summer-menu
             */
            slug?: string | null;
            /**
             * @description Your verified domain that a dynamic code's short URL is on; null: the service's host. A new code has your default one.
             * @example go.example.com
             */
            domain?: string | null;
            /**
             * @description Up to 10 tags of 1 to 40 characters, trimmed and lower-cased; no comma, slash or control character. A tag that is repeated counts once.
             * @example [
             *       "menus",
             *       "summer"
             *     ]
             */
            tags?: string[];
            /**
             * @description Your own words about the code, at most 2,000 characters; null: none.
             * @example Printed in May, 400 pieces
             */
            note?: string | null;
            /**
             * @description Out of the way in lists. Its short URL, its scans and its place in the quota are as before.
             * @default false
             */
            archived?: boolean;
            /**
             * @description `true` lets anybody have its picture at `imageUrl`, without a key.
             * @default false
             */
            publicImage?: boolean;
        };
        /** @description Appearance, and of a dynamic code when its short URL leads where; everything in it may be left out. On a static code `isActive`, `startsAt`, `expiresAt`, `maxScans`, `fallbackUrl`, `utm`, `passQuery`, `routes` and `appendScanId` must be left out, or be as they are by default. */
        Settings: {
            /**
             * @description Width and height in pixels without the frame, quiet zone included; at least 2 pixels a module. Left out: 256, or the smallest multiple of 64 that serves.
             * @example 512
             */
            size?: number | null;
            /** @description WCAG contrast of at least 1.5; under 3 warns. Unless `transparent`, the brightness (ITU-R BT.601, 0–255) must differ by at least 20 as well, which is all that readers see. */
            color?: {
                /**
                 * @description Modules.
                 * @default #000000
                 */
                dark?: string | null;
                /**
                 * @description Background.
                 * @default #FFFFFF
                 */
                light?: string | null;
            } | null;
            /** @description Drawn outside the image, which grows by twice `frame.size`. */
            frame?: {
                /**
                 * @description `square` means no frame.
                 * @default square
                 */
                style?: ("square" | "rounded" | "circle" | "dashed") | null;
                /**
                 * @description Frame colour; `color.dark` when left out.
                 * @example #0F766E
                 */
                color?: string | null;
                /** @description Width in pixels, at most a quarter of `size`. 20, or a quarter of `size` where that is less. */
                size?: number | null;
            } | null;
            /** @description A picture in the middle. Raises the error correction level to H. */
            logo?: {
                /** @description Lays the logo over the code; needs `dataUrl`. */
                enabled?: boolean | null;
                /** @description One still picture: `data:image/png|jpeg|webp;base64,…`, at most 512 KiB decoded and 2,048 × 2,048 pixels. */
                dataUrl?: string | null;
                /** @description Pixels, at most 30 % of `size`. 20 % of `size` when left out. */
                size?: number | null;
            } | null;
            /** @description How the modules are drawn. */
            modules?: {
                /**
                 * @description Shape of a module.
                 * @default square
                 */
                shape?: ("square" | "rounded" | "dots") | null;
            } | null;
            /** @description How the three finder patterns are drawn. */
            eyes?: {
                /**
                 * @description Shape of the three eyes.
                 * @default square
                 */
                shape?: ("square" | "rounded" | "circle") | null;
                /** @description Colour of the eyes; `color.dark` when left out. The rules of `color` hold for it and `color.light` too. */
                color?: string | null;
            } | null;
            /**
             * @description Leaves the background out.
             * @default false
             */
            transparent?: boolean | null;
            /**
             * @description Least level; the symbol carries a higher one where that costs no larger version. H with a logo.
             * @default M
             */
            errorCorrectionLevel?: ("L" | "M" | "Q" | "H") | null;
            /**
             * @description Modules of margin on each side; under 4 warns.
             * @default 4
             */
            quietZone?: number | null;
            /**
             * @description `false` switches a dynamic code off: its short URL answers 410.
             * @default true
             */
            isActive?: boolean | null;
            /**
             * @description From when on the short URL of a dynamic code leads to its content; before, to `fallbackUrl`, or to a page that says so.
             * @example 2027-01-31T12:00:00+01:00
             */
            startsAt?: string | null;
            /**
             * @description Until when the short URL of a dynamic code leads to its content; afterwards it leads to `fallbackUrl`, or answers 410. Later than `startsAt`.
             * @example 2027-02-28T23:00:00.000Z
             */
            expiresAt?: string | null;
            /**
             * @description After so many scans (`scanCount`) the short URL of a dynamic code leads to `fallbackUrl`, or answers 410.
             * @example 500
             */
            maxScans?: number | null;
            /**
             * @description An absolute http or https address that takes the content's place before `startsAt`, after `expiresAt` and beyond `maxScans`. Visits of it are not scans.
             * @example https://example.com/too-late
             */
            fallbackUrl?: string | null;
            /**
             * @description Campaign parameters (`utm_source`, …) that a redirect adds to the target's query, where the target doesn't have them. Only of dynamic codes of type `url`.
             * @example {
             *       "source": "poster",
             *       "medium": "qr",
             *       "campaign": "summer"
             *     }
             */
            utm?: {
                source?: string | null;
                medium?: string | null;
                campaign?: string | null;
                term?: string | null;
                content?: string | null;
            } | null;
            /**
             * @description `true` appends the query that the short URL was called with to the target: parameters that the target has win, then `utm`. Only of dynamic codes of type `url`.
             * @default false
             */
            passQuery?: boolean | null;
            /** @description At most 20 rules of where a dynamic code of type `url` leads, the first that applies; else to `content`. PUT replaces all of them. */
            routes?: components["schemas"]["NewRoute"][] | null;
            /**
             * @description `true` adds `qz_scan`, the scan's id, to the target, by which goals are recorded. Only of dynamic codes of type `url`; not on Free.
             * @default false
             */
            appendScanId?: boolean | null;
        };
        /** @description Leads to `to`, or to the entries of `split` by their weights. */
        NewRoute: {
            /**
             * @description Assigned where it is missing. Scans carry it, and it stays as long as it is sent back.
             * @example weekend
             */
            id?: string;
            name?: string;
            when?: components["schemas"]["RouteConditions"];
            to?: string;
            split?: {
                name?: string;
                to: string;
                weight: number;
            }[];
        };
        /** @description Every member holds, by one of its values. */
        RouteConditions: {
            devices?: ("mobile" | "tablet" | "desktop")[];
            /**
             * @description As scans name them.
             * @example [
             *       "iOS",
             *       "Android"
             *     ]
             */
            os?: string[];
            countries?: string[];
            languages?: string[];
            days?: ("Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday")[];
            hours?: {
                from: string;
                until: string;
            };
            dates?: {
                from?: string;
                until?: string;
            };
            /**
             * @description IANA; required with `days`, `hours` and days in `dates`.
             * @example Europe/Paris
             */
            timezone?: string;
        };
        /** @description What is left out stays. `tags` replaces all of them, and a `note` of null takes it away. `settings` is merged deeply: a member that is null goes back to its default, and null for all of it is as if absent. */
        QrCodeChange: {
            /**
             * @description Display name; 1 to 200 characters.
             * @example Menu, table 4
             */
            name?: string;
            /**
             * @description A plain string for url and text, an address for email, a number for sms; else a JSON object serialised into a string, or a payload that is already encoded (`WIFI:`, `BEGIN:VCARD`, `MECARD:`, `mailto:`, `sms:`, `SMSTO:`). At most 4,096 characters, an address 2,048.
             * @example https://example.com/menu
             */
            content?: string;
            settings?: components["schemas"]["Settings"] | null;
            /**
             * @description May be sent as it is; another one is refused.
             * @example url
             * @enum {string}
             */
            type?: "url" | "wifi" | "contact" | "text" | "email" | "sms" | "vcard";
            /** @description May be sent as it is; another one is refused. */
            isDynamic?: boolean;
            /**
             * @description The path of a dynamic code's short URL, unique on its host whatever the case; null: a generated one. On the service's host at least 4 characters, and not 8 letters and digits. Earlier short URLs stay valid as aliases, at most 10. Not on Free, nor in the sandbox.
             * @example summer-menu
             */
            slug?: string | null;
            /**
             * @description Your verified domain that a dynamic code's short URL is on; null: the service's host. A new code has your default one.
             * @example go.example.com
             */
            domain?: string | null;
            /**
             * @description Up to 10 tags of 1 to 40 characters, trimmed and lower-cased; no comma, slash or control character. A tag that is repeated counts once.
             * @example [
             *       "menus",
             *       "summer"
             *     ]
             */
            tags?: string[];
            /**
             * @description Your own words about the code, at most 2,000 characters; null: none.
             * @example Printed in May, 400 pieces
             */
            note?: string | null;
            /**
             * @description Out of the way in lists. Its short URL, its scans and its place in the quota are as before.
             * @default false
             */
            archived?: boolean;
            /**
             * @description `true` lets anybody have its picture at `imageUrl`, without a key.
             * @default false
             */
            publicImage?: boolean;
        };
        BulkQrCodes: {
            /** @description 1 to 100 codes. Each is judged by itself: the others are stored. */
            qrCodes: components["schemas"]["NewQrCode"][];
        };
        BulkQrCodeIds: {
            /**
             * @description 1 to 100 ids; one that is repeated counts once.
             * @example [
             *       "0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35"
             *     ]
             */
            qrCodeIds: string[];
        };
        ResolveRequest: {
            /**
             * @description What the visitor's browser would send; a bot's gets the first entry of a split. When left out, device and system are unknown.
             * @example Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1
             */
            userAgent?: string;
            /**
             * @description ISO 3166-1 alpha-2. When left out, it is unknown.
             * @example PT
             */
            country?: string;
            /**
             * @description A language tag, or what a browser sends as `Accept-Language`. When left out, none is accepted.
             * @example pt-BR,pt;q=0.9
             */
            language?: string;
            /**
             * Format: date-time
             * @description When the visit is. When left out, now.
             * @example 2027-03-05T19:30:00Z
             */
            at?: string;
            /**
             * @description Entry of the split of the rule that applies: its name, else its index. When left out, `url` is that of the heaviest. Without a split it says nothing.
             * @example 0
             */
            variant?: string;
        };
        TagChange: {
            /**
             * @description Its new name; the name of another tag merges them.
             * @example summer
             */
            name: string;
        };
        NewDomain: {
            /**
             * @description A full public host name below a domain that you own, without scheme, port and path. An international name is stored and answered as punycode.
             * @example go.example.com
             */
            host: string;
            /**
             * @description Where `https://<host>/` leads; null: to a plain page.
             * @example https://example.com/
             */
            rootUrl?: string | null;
            /**
             * @description Where paths lead that open no code; null: to a plain page that says so.
             * @example https://example.com/
             */
            notFoundUrl?: string | null;
            /**
             * @description Where codes lead that are off, have expired or are used up; an expired or used-up one that has a `fallbackUrl` leads there. null: to a plain page that says so.
             * @example https://example.com/
             */
            expiredUrl?: string | null;
        };
        /** @description What is left out stays. */
        DomainChange: {
            /**
             * @description Where `https://<host>/` leads; null: to a plain page.
             * @example https://example.com/
             */
            rootUrl?: string | null;
            /**
             * @description Where paths lead that open no code; null: to a plain page that says so.
             * @example https://example.com/
             */
            notFoundUrl?: string | null;
            /**
             * @description Where codes lead that are off, have expired or are used up; an expired or used-up one that has a `fallbackUrl` leads there. null: to a plain page that says so.
             * @example https://example.com/
             */
            expiredUrl?: string | null;
            /** @description True takes it from the domain that had it. Only a domain that is served can have it. */
            isDefault?: boolean;
        };
        SandboxScans: {
            /**
             * @description Id of a code of the sandbox.
             * @example 0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35
             */
            qrCodeId: string;
            /**
             * @description How many scans, 1 to 100.
             * @default 1
             */
            count?: number;
            /**
             * @description What the visitor's browser would send; when left out, a usual phone's. It is read as a real one is: a bot's makes no scan.
             * @example Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36
             */
            userAgent?: string;
            /**
             * @description When left out, the country of your own address.
             * @example PT
             */
            country?: string;
            /**
             * @description When left out, the city of your own address where it is known; with `country` alone, `Unknown`.
             * @example Lisbon
             */
            city?: string;
            /**
             * Format: date-time
             * @description When the scans were: at most a year ago and not in the future; each further one a millisecond later. When left out, now.
             * @example 2026-11-14T12:00:00.000Z
             */
            scannedAt?: string;
        };
        NewApiKey: {
            /**
             * @description What you call it; 1 to 100 characters.
             * @example Menu printer
             */
            name: string;
            /**
             * @description A note of at most 500 characters; `null` is none.
             * @example Used by the till at the door
             */
            description?: string | null;
            /**
             * @description What the key may do: `qr:read` (GET of codes and images), `qr:write` (create, change and delete codes; counts as holding `qr:read`), `analytics:read` (analytics and scans), `webhooks:manage` (all webhook paths). A key that holds all four may also manage keys.
             * @example [
             *       "qr:read",
             *       "qr:write"
             *     ]
             */
            permissions: ("qr:read" | "qr:write" | "analytics:read" | "webhooks:manage")[];
            /**
             * @description The data that the key sees: the account's own, or its sandbox.
             * @default production
             * @enum {string}
             */
            environment?: "production" | "sandbox";
            /**
             * @description Requests per hour, 1 to 5000, and no more than the calling key has. When left out, the lower of 5000 and the calling key's.
             * @example 1000
             */
            rateLimit?: number;
            /**
             * @description When the key stops working; in the future, and no later than the calling key's. When left out, the calling key's; `null` is never.
             * @example 2027-01-31T12:00:00.000Z
             */
            expiresAt?: string | null;
        };
        ApiKeyChange: {
            /**
             * @description What you call it; 1 to 100 characters.
             * @example Menu printer
             */
            name?: string;
            /**
             * @description A note of at most 500 characters; `null` is none.
             * @example Used by the till at the door
             */
            description?: string | null;
            /** @description `false` refuses the key from the next request on. */
            isActive?: boolean;
            /**
             * @description Requests per hour, 1 to 5000.
             * @example 1000
             */
            rateLimit?: number;
            /**
             * @description What the key may do: `qr:read` (GET of codes and images), `qr:write` (create, change and delete codes; counts as holding `qr:read`), `analytics:read` (analytics and scans), `webhooks:manage` (all webhook paths). A key that holds all four may also manage keys.
             * @example [
             *       "qr:read",
             *       "qr:write"
             *     ]
             */
            permissions?: ("qr:read" | "qr:write" | "analytics:read" | "webhooks:manage")[];
            /**
             * @description Cannot be changed; taken when it is the key's own, so that a record can be sent back.
             * @enum {string}
             */
            environment?: "production" | "sandbox";
            /**
             * @description Cannot be changed; taken when it is the key's own.
             * @example 2027-01-31T12:00:00.000Z
             */
            expiresAt?: string | null;
        };
        ApiKeyRotation: {
            /**
             * @description For so many seconds the value before goes on working beside the new one; at most 7 days.
             * @default 0
             * @example 3600
             */
            graceSeconds?: number;
        };
        NewWebhook: {
            /**
             * @description What you call it; 1 to 100 characters.
             * @example Order system
             */
            name: string;
            /**
             * @description Where events are sent by POST: an https address without a user name or password, at most 2,048 characters, whose name resolves to public addresses only, and not this service. Checked when it is saved and at every attempt.
             * @example https://example.com/quietzone
             */
            url: string;
            /**
             * @description The types of events that it gets: `scan.created` (a code is scanned), `qr.created`, `qr.updated` (its name, content, slug, domain, settings, tags, note, archived state or public image), `qr.deleted`, `qr.expired` (its `expiresAt` has passed, or it had its last scan), `quota.reached` (something of the plan is used up; production only), `domain.failing` (its TXT record is gone; production only).
             * @example [
             *       "scan.created",
             *       "qr.updated"
             *     ]
             */
            events: ("scan.created" | "qr.created" | "qr.updated" | "qr.deleted" | "qr.expired" | "quota.reached" | "domain.failing")[];
            /** @description Limits `qr.*` and `scan.created` to codes with one of these ids or one of these tags. Null, or empty lists: all codes. Other types of events are not filtered. */
            filter?: {
                /**
                 * @description Ids of codes of this account and environment, at most 100.
                 * @example [
                 *       "019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72"
                 *     ]
                 */
                qrCodeIds?: string[];
                /**
                 * @description At most 20 tags, which a code has at the moment of the event.
                 * @example [
                 *       "summer"
                 *     ]
                 */
                tags?: string[];
            } | null;
            /**
             * @description Headers that are sent with every delivery, at most 5: names of up to 64 characters, values of up to 1,024 visible ones. `Authorization` is allowed; headers of the connection (`Host`, `Transfer-Encoding`, …) and those that we set (`Content-Type`, `User-Agent`, `webhook-…`, `x-webhook-…`) are not. Stored encrypted.
             * @example {
             *       "Authorization": "Bearer 4f0c8e1b7a9d"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
        };
        WebhookChange: {
            /**
             * @description What you call it; 1 to 100 characters.
             * @example Order system
             */
            name?: string;
            /**
             * @description Where events are sent by POST: an https address without a user name or password, at most 2,048 characters, whose name resolves to public addresses only, and not this service. Checked when it is saved and at every attempt.
             * @example https://example.com/quietzone
             */
            url?: string;
            /**
             * @description The types of events that it gets: `scan.created` (a code is scanned), `qr.created`, `qr.updated` (its name, content, slug, domain, settings, tags, note, archived state or public image), `qr.deleted`, `qr.expired` (its `expiresAt` has passed, or it had its last scan), `quota.reached` (something of the plan is used up; production only), `domain.failing` (its TXT record is gone; production only).
             * @example [
             *       "scan.created",
             *       "qr.updated"
             *     ]
             */
            events?: ("scan.created" | "qr.created" | "qr.updated" | "qr.deleted" | "qr.expired" | "quota.reached" | "domain.failing")[];
            /** @description Limits `qr.*` and `scan.created` to codes with one of these ids or one of these tags. Null, or empty lists: all codes. Other types of events are not filtered. */
            filter?: {
                /**
                 * @description Ids of codes of this account and environment, at most 100.
                 * @example [
                 *       "019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72"
                 *     ]
                 */
                qrCodeIds?: string[];
                /**
                 * @description At most 20 tags, which a code has at the moment of the event.
                 * @example [
                 *       "summer"
                 *     ]
                 */
                tags?: string[];
            } | null;
            /**
             * @description Headers that are sent with every delivery, at most 5: names of up to 64 characters, values of up to 1,024 visible ones. `Authorization` is allowed; headers of the connection (`Host`, `Transfer-Encoding`, …) and those that we set (`Content-Type`, `User-Agent`, `webhook-…`, `x-webhook-…`) are not. Stored encrypted.
             * @example {
             *       "Authorization": "Bearer 4f0c8e1b7a9d"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /** @description `false` pauses: no delivery begins from the answer on, and what waits is cancelled. `true` resumes; what was missed is not sent later. */
            isActive?: boolean;
        };
        WebhookSecretRotation: {
            /**
             * @description For so many seconds `webhook-signature` carries a signature by the secret before as well; at most 7 days, by default one.
             * @default 86400
             * @example 3600
             */
            overlapSeconds?: number;
        };
        WebhookTest: {
            /**
             * @description The kind of event to send, subscribed or not; by default the first that the webhook subscribes to.
             * @enum {string}
             */
            type?: "scan.created" | "qr.created" | "qr.updated" | "qr.deleted" | "qr.expired" | "quota.reached" | "domain.failing";
        };
        BulkRetry: {
            /**
             * Format: date-time
             * @description Deliveries whose `createdAt` is this instant or later.
             * @example 2026-11-21T09:30:00Z
             */
            since: string;
            /**
             * Format: date-time
             * @description And not later than this one.
             * @example 2026-11-21T12:00:00Z
             */
            until?: string;
            /**
             * @description Which of them; only failed ones can be chosen.
             * @enum {string}
             */
            status: "failed";
        };
        CreatedQrCode: {
            /**
             * Format: uuid
             * @description Identifier.
             * @example 0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35
             */
            id: string;
            /** @example Menu, table 4 */
            name: string;
            /** @enum {string} */
            type: "url" | "wifi" | "contact" | "text" | "email" | "sms" | "vcard";
            /**
             * @description The content exactly as it was sent.
             * @example https://example.com/menu
             */
            content: string;
            /**
             * @description What a dynamic code holds; null for a static one.
             * @example https://quietzone.example/r/aZ09bY18
             */
            shortUrl: string | null;
            /**
             * @description The path that you chose for its short URL; null for a generated one.
             * @example summer-menu
             */
            slug: string | null;
            /**
             * @description The host of yours that its short URL is on; null for the service's own.
             * @example go.example.com
             */
            domain: string | null;
            settings: components["schemas"]["SettingsUsed"];
            isDynamic: boolean;
            /**
             * @description What its short URL does now: the first of these that applies. A static code is active.
             * @enum {string}
             */
            state: "suspended" | "off" | "expired" | "used_up" | "scheduled" | "active";
            /**
             * @description Sorted by code point.
             * @example [
             *       "menus",
             *       "summer"
             *     ]
             */
            tags: string[];
            /** @example Printed in May, 400 pieces */
            note: string | null;
            archived: boolean;
            publicImage: boolean;
            /**
             * @description Where anybody gets its picture while `publicImage` is true; `.svg` in place of `.png` works, too.
             * @example https://quietzone.example/i/aZ09bY18.png
             */
            imageUrl: string | null;
            /**
             * @description The least `size` of its PNG: it is drawn at this and at every larger one. SVG and PDF have none.
             * @example 82
             */
            minSize: number;
            /**
             * @description The PNG as a data URL, for direct use.
             * @example data:image/png;base64,iVBORw0KGgo…
             */
            qrImage: string;
            /**
             * Format: date-time
             * @example 2026-01-02T03:04:05.678Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When name, content, slug, domain, settings, tags, note, `archived` or `publicImage` last changed.
             * @example 2026-01-02T03:04:05.678Z
             */
            updatedAt: string;
            /** @description Absent when there are none. */
            warnings?: components["schemas"]["Warning"][];
            /**
             * @description Present with `dryRun=true`: nothing was stored, and `id` and `shortUrl` lead nowhere.
             * @constant
             */
            dryRun?: true;
            /** @description Present with `dryRun=true`: what the call would leave of the plan. */
            quota?: {
                codes: {
                    limit: number;
                    used: number;
                    after: number;
                };
                dynamicCodes: {
                    /** @description Null: without a limit of its own. */
                    limit: number | null;
                    used: number;
                    after: number;
                };
            };
        };
        /** @description The settings that the image was drawn with, defaults filled in; and of a dynamic code what bounds its short URL, as far as it is set. */
        SettingsUsed: {
            /** @description Width and height in pixels without the frame. */
            size: number;
            color: {
                dark: string;
                light: string;
            };
            frame: {
                /** @constant */
                style: "square";
            } | {
                /** @enum {string} */
                style: "square" | "rounded" | "circle" | "dashed";
                color: string;
                /** @description Width in pixels. */
                size: number;
            };
            /** @description Absent without a logo. */
            logo?: {
                /** @constant */
                enabled: true;
                dataUrl: string;
                /** @description Width in pixels. */
                size: number;
            };
            modules: {
                /** @enum {string} */
                shape: "square" | "rounded" | "dots";
            };
            eyes: {
                /** @enum {string} */
                shape: "square" | "rounded" | "circle";
                color: string;
            };
            transparent: boolean;
            /**
             * @description The least level asked for.
             * @enum {string}
             */
            errorCorrectionLevel: "L" | "M" | "Q" | "H";
            /** @description Modules of margin on each side. */
            quietZone: number;
            /**
             * @description `false` switches a dynamic code off: its short URL answers 410. Absent while it is on.
             * @constant
             */
            isActive?: false;
            /**
             * Format: date-time
             * @description From when on the short URL of a dynamic code leads to its content; before, to `fallbackUrl`, or to a page that says so.
             * @example 2027-01-31T11:00:00.000Z
             */
            startsAt?: string;
            /**
             * Format: date-time
             * @description Until when the short URL of a dynamic code leads to its content; afterwards it leads to `fallbackUrl`, or answers 410. Later than `startsAt`.
             * @example 2027-01-31T11:00:00.000Z
             */
            expiresAt?: string;
            /** @description After so many scans (`scanCount`) the short URL of a dynamic code leads to `fallbackUrl`, or answers 410. */
            maxScans?: number;
            /**
             * Format: uri
             * @description An absolute http or https address that takes the content's place before `startsAt`, after `expiresAt` and beyond `maxScans`. Visits of it are not scans.
             */
            fallbackUrl?: string;
            /**
             * @description Campaign parameters (`utm_source`, …) that a redirect adds to the target's query, where the target doesn't have them. Only of dynamic codes of type `url`.
             * @example {
             *       "source": "poster",
             *       "medium": "qr",
             *       "campaign": "summer"
             *     }
             */
            utm?: {
                source?: string;
                medium?: string;
                campaign?: string;
                term?: string;
                content?: string;
            };
            /**
             * @description `true` appends the query that the short URL was called with to the target: parameters that the target has win, then `utm`. Only of dynamic codes of type `url`.
             * @constant
             */
            passQuery?: true;
            /** @description At most 20 rules of where a dynamic code of type `url` leads, the first that applies; else to `content`. PUT replaces all of them. */
            routes?: components["schemas"]["Route"][];
            /**
             * @description `true` adds `qz_scan`, the scan's id, to the target, by which goals are recorded. Only of dynamic codes of type `url`; not on Free.
             * @constant
             */
            appendScanId?: true;
        };
        Route: {
            /**
             * @description Assigned where it is missing. Scans carry it, and it stays as long as it is sent back.
             * @example weekend
             */
            id: string;
            name?: string;
            when?: components["schemas"]["RouteConditionsOutput"];
            to?: string;
            split?: {
                name?: string;
                to: string;
                weight: number;
            }[];
        };
        ListedQrCode: {
            /**
             * Format: uuid
             * @description Identifier.
             * @example 0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35
             */
            id: string;
            /** @example Menu, table 4 */
            name: string;
            /** @enum {string} */
            type: "url" | "wifi" | "contact" | "text" | "email" | "sms" | "vcard";
            /**
             * @description The content exactly as it was sent.
             * @example https://example.com/menu
             */
            content: string;
            /**
             * @description What a dynamic code holds; null for a static one.
             * @example https://quietzone.example/r/aZ09bY18
             */
            shortUrl: string | null;
            /**
             * @description The path that you chose for its short URL; null for a generated one.
             * @example summer-menu
             */
            slug: string | null;
            /**
             * @description The host of yours that its short URL is on; null for the service's own.
             * @example go.example.com
             */
            domain: string | null;
            settings: components["schemas"]["SettingsListed"];
            isDynamic: boolean;
            /**
             * @description What its short URL does now: the first of these that applies. A static code is active.
             * @enum {string}
             */
            state: "suspended" | "off" | "expired" | "used_up" | "scheduled" | "active";
            /**
             * @description Sorted by code point.
             * @example [
             *       "menus",
             *       "summer"
             *     ]
             */
            tags: string[];
            /** @example Printed in May, 400 pieces */
            note: string | null;
            archived: boolean;
            publicImage: boolean;
            /**
             * @description Where anybody gets its picture while `publicImage` is true; `.svg` in place of `.png` works, too.
             * @example https://quietzone.example/i/aZ09bY18.png
             */
            imageUrl: string | null;
            /** @description Rules in `settings.routes`, which GET of the code shows. */
            routeCount: number;
            /** @description Scans since the code was made. */
            scanCount: number;
            lastScanned: string | null;
            /** @description Present while the operator has suspended the code: its short URL answers 410 and says so, whatever else is set. */
            suspended?: {
                /**
                 * Format: date-time
                 * @example 2026-01-02T03:04:05.678Z
                 */
                since: string;
                /** @example Reported as phishing */
                reason: string;
            };
            /**
             * Format: date-time
             * @example 2026-01-02T03:04:05.678Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When name, content, slug, domain, settings, tags, note, `archived` or `publicImage` last changed.
             * @example 2026-01-02T03:04:05.678Z
             */
            updatedAt: string;
        };
        /** @description The same without `logo.dataUrl` and `routes`. */
        SettingsListed: {
            /** @description Width and height in pixels without the frame. */
            size: number;
            color: {
                dark: string;
                light: string;
            };
            frame: {
                /** @constant */
                style: "square";
            } | {
                /** @enum {string} */
                style: "square" | "rounded" | "circle" | "dashed";
                color: string;
                /** @description Width in pixels. */
                size: number;
            };
            /** @description Absent without a logo. */
            logo?: {
                /** @constant */
                enabled: true;
                /** @description Width in pixels. */
                size: number;
            };
            modules: {
                /** @enum {string} */
                shape: "square" | "rounded" | "dots";
            };
            eyes: {
                /** @enum {string} */
                shape: "square" | "rounded" | "circle";
                color: string;
            };
            transparent: boolean;
            /**
             * @description The least level asked for.
             * @enum {string}
             */
            errorCorrectionLevel: "L" | "M" | "Q" | "H";
            /** @description Modules of margin on each side. */
            quietZone: number;
            /**
             * @description `false` switches a dynamic code off: its short URL answers 410. Absent while it is on.
             * @constant
             */
            isActive?: false;
            /**
             * Format: date-time
             * @description From when on the short URL of a dynamic code leads to its content; before, to `fallbackUrl`, or to a page that says so.
             * @example 2027-01-31T11:00:00.000Z
             */
            startsAt?: string;
            /**
             * Format: date-time
             * @description Until when the short URL of a dynamic code leads to its content; afterwards it leads to `fallbackUrl`, or answers 410. Later than `startsAt`.
             * @example 2027-01-31T11:00:00.000Z
             */
            expiresAt?: string;
            /** @description After so many scans (`scanCount`) the short URL of a dynamic code leads to `fallbackUrl`, or answers 410. */
            maxScans?: number;
            /**
             * Format: uri
             * @description An absolute http or https address that takes the content's place before `startsAt`, after `expiresAt` and beyond `maxScans`. Visits of it are not scans.
             */
            fallbackUrl?: string;
            /**
             * @description Campaign parameters (`utm_source`, …) that a redirect adds to the target's query, where the target doesn't have them. Only of dynamic codes of type `url`.
             * @example {
             *       "source": "poster",
             *       "medium": "qr",
             *       "campaign": "summer"
             *     }
             */
            utm?: {
                source?: string;
                medium?: string;
                campaign?: string;
                term?: string;
                content?: string;
            };
            /**
             * @description `true` appends the query that the short URL was called with to the target: parameters that the target has win, then `utm`. Only of dynamic codes of type `url`.
             * @constant
             */
            passQuery?: true;
            /**
             * @description `true` adds `qz_scan`, the scan's id, to the target, by which goals are recorded. Only of dynamic codes of type `url`; not on Free.
             * @constant
             */
            appendScanId?: true;
        };
        /** @description With `cursor` it has `limit` and `nextCursor` alone. */
        Pagination: {
            page?: number;
            limit: number;
            /** @description How many match. */
            total?: number;
            /** @description 0 where none matches. */
            pages?: number;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        StoredQrCode: {
            /**
             * Format: uuid
             * @description Identifier.
             * @example 0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35
             */
            id: string;
            /** @example Menu, table 4 */
            name: string;
            /** @enum {string} */
            type: "url" | "wifi" | "contact" | "text" | "email" | "sms" | "vcard";
            /**
             * @description The content exactly as it was sent.
             * @example https://example.com/menu
             */
            content: string;
            /**
             * @description What a dynamic code holds; null for a static one.
             * @example https://quietzone.example/r/aZ09bY18
             */
            shortUrl: string | null;
            /**
             * @description The path that you chose for its short URL; null for a generated one.
             * @example summer-menu
             */
            slug: string | null;
            /**
             * @description The host of yours that its short URL is on; null for the service's own.
             * @example go.example.com
             */
            domain: string | null;
            settings: components["schemas"]["SettingsUsed"];
            isDynamic: boolean;
            /**
             * @description What its short URL does now: the first of these that applies. A static code is active.
             * @enum {string}
             */
            state: "suspended" | "off" | "expired" | "used_up" | "scheduled" | "active";
            /**
             * @description Sorted by code point.
             * @example [
             *       "menus",
             *       "summer"
             *     ]
             */
            tags: string[];
            /** @example Printed in May, 400 pieces */
            note: string | null;
            archived: boolean;
            publicImage: boolean;
            /**
             * @description Where anybody gets its picture while `publicImage` is true; `.svg` in place of `.png` works, too.
             * @example https://quietzone.example/i/aZ09bY18.png
             */
            imageUrl: string | null;
            /**
             * @description Its other short URLs, newest first; each opens the code like `shortUrl`. The generated one on the service's host always opens it and is the last, unless it is `shortUrl`.
             * @example [
             *       "https://quietzone.example/r/spring-menu",
             *       "https://quietzone.example/r/aZ09bY18"
             *     ]
             */
            aliases: string[];
            /**
             * @description The least `size` of its PNG: it is drawn at this and at every larger one. SVG and PDF have none.
             * @example 82
             */
            minSize: number;
            /** @description Scans since the code was made. */
            scanCount: number;
            lastScanned: string | null;
            /** @description The last ten, newest first. */
            recentScans: components["schemas"]["ScanSummary"][];
            /** @description Present while the operator has suspended the code: its short URL answers 410 and says so, whatever else is set. */
            suspended?: {
                /**
                 * Format: date-time
                 * @example 2026-01-02T03:04:05.678Z
                 */
                since: string;
                /** @example Reported as phishing */
                reason: string;
            };
            /**
             * Format: date-time
             * @example 2026-01-02T03:04:05.678Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When name, content, slug, domain, settings, tags, note, `archived` or `publicImage` last changed.
             * @example 2026-01-02T03:04:05.678Z
             */
            updatedAt: string;
        };
        ScanSummary: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description UTC, to the millisecond.
             * @example 2026-11-21T09:30:00.125Z
             */
            scannedAt: string;
            /** @enum {string} */
            device: "Mobile" | "Tablet" | "Desktop" | "Unknown";
            /**
             * @description `Unknown` where the user agent does not say.
             * @example iOS
             */
            os: string;
            /**
             * @description The browser, or the app whose own browser it was; else `Unknown`.
             * @example Safari
             */
            browser: string;
            /**
             * @description ISO 3166-1 alpha-2, or `Unknown`. IP Geolocation by DB-IP.
             * @example PT
             */
            country: string;
        };
        DrawnQrCode: {
            /**
             * Format: uuid
             * @description Identifier.
             * @example 0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35
             */
            id: string;
            /** @example Menu, table 4 */
            name: string;
            /** @enum {string} */
            type: "url" | "wifi" | "contact" | "text" | "email" | "sms" | "vcard";
            /**
             * @description The content exactly as it was sent.
             * @example https://example.com/menu
             */
            content: string;
            /**
             * @description What a dynamic code holds; null for a static one.
             * @example https://quietzone.example/r/aZ09bY18
             */
            shortUrl: string | null;
            /**
             * @description The path that you chose for its short URL; null for a generated one.
             * @example summer-menu
             */
            slug: string | null;
            /**
             * @description The host of yours that its short URL is on; null for the service's own.
             * @example go.example.com
             */
            domain: string | null;
            settings: components["schemas"]["SettingsUsed"];
            isDynamic: boolean;
            /**
             * @description What its short URL does now: the first of these that applies. A static code is active.
             * @enum {string}
             */
            state: "suspended" | "off" | "expired" | "used_up" | "scheduled" | "active";
            /**
             * @description Sorted by code point.
             * @example [
             *       "menus",
             *       "summer"
             *     ]
             */
            tags: string[];
            /** @example Printed in May, 400 pieces */
            note: string | null;
            archived: boolean;
            publicImage: boolean;
            /**
             * @description Where anybody gets its picture while `publicImage` is true; `.svg` in place of `.png` works, too.
             * @example https://quietzone.example/i/aZ09bY18.png
             */
            imageUrl: string | null;
            /**
             * @description The least `size` of its PNG: it is drawn at this and at every larger one. SVG and PDF have none.
             * @example 82
             */
            minSize: number;
            /**
             * @description The PNG as a data URL, for direct use.
             * @example data:image/png;base64,iVBORw0KGgo…
             */
            qrImage: string;
            /**
             * Format: date-time
             * @example 2026-01-02T03:04:05.678Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When name, content, slug, domain, settings, tags, note, `archived` or `publicImage` last changed.
             * @example 2026-01-02T03:04:05.678Z
             */
            updatedAt: string;
            /** @description Absent when there are none. */
            warnings?: components["schemas"]["Warning"][];
        };
        BulkAnswer: {
            /** @description In the order of the request. */
            created: components["schemas"]["DrawnQrCode"][];
            /** @description In the order of the request. */
            errors: components["schemas"]["BulkError"][];
            summary: {
                total: number;
                successful: number;
                failed: number;
            };
            /**
             * @description Present with `dryRun=true`: nothing was stored, and `id` and `shortUrl` lead nowhere.
             * @constant
             */
            dryRun?: true;
            /** @description Present with `dryRun=true`: what the call would leave of the plan. */
            quota?: {
                codes: {
                    limit: number;
                    used: number;
                    after: number;
                };
                dynamicCodes: {
                    /** @description Null: without a limit of its own. */
                    limit: number | null;
                    used: number;
                    after: number;
                };
            };
        };
        BulkError: {
            /** @description Place of the item in the request, from 0. */
            index: number;
            /** @description Its name, where it had a valid one. */
            name?: string;
            /** @description One sentence for people. */
            error: string;
            /**
             * @description Stable, for programs.
             * @enum {string}
             */
            code: "invalid_request" | "validation_failed" | "invalid_content" | "invalid_url" | "content_too_long" | "size_too_small" | "contrast_too_low" | "invalid_logo" | "not_scannable" | "immutable_field" | "bulk_limit_exceeded" | "slug_reserved" | "alias_limit" | "invalid_domain" | "domain_not_verified" | "webhook_url_not_public" | "missing_api_key" | "invalid_api_key" | "expired_api_key" | "inactive_api_key" | "not_signed_in" | "insufficient_permission" | "plan_required" | "quota_exceeded" | "sandbox_forbidden" | "sandbox_required" | "not_found" | "method_not_allowed" | "payload_too_large" | "unsupported_media_type" | "request_timeout" | "misdirected_request" | "slug_taken" | "domain_taken" | "domain_in_use" | "idempotency_in_progress" | "idempotency_key_reused" | "gone" | "rate_limited" | "internal_error" | "unavailable";
            /** @description Every fault of the item; fields are named from the item on. */
            details?: ({
                field: string;
                code: string;
                message: string;
            } & {
                [key: string]: unknown;
            })[];
        };
        BulkDeletion: {
            deleted: number;
            /** @description Ids that name no code of this account and environment, in the order of the request. */
            notFound: string[];
            summary: {
                total: number;
                deleted: number;
                notFound: number;
            };
        };
        Target: {
            /**
             * @description What an earlier target is restored by; null for the current one.
             * @example 0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35
             */
            id: string | null;
            /** @description Whether it is what the code leads to now. */
            current: boolean;
            /**
             * @description The content as it was sent.
             * @example https://example.com/menu
             */
            content: string;
            /**
             * Format: uri
             * @description `settings.fallbackUrl` of the same time, which took the content's place wherever the code was bounded; null where it had none.
             * @example https://example.com/too-late
             */
            fallbackUrl: string | null;
            /** @description `settings.routes` of the same time; empty where it had none. */
            routes: components["schemas"]["Route"][];
            /**
             * Format: date-time
             * @description Since when the code led so; null for a static code, whose changes are not kept.
             * @example 2026-01-02T03:04:05.678Z
             */
            setAt: string | null;
            /** @description Who set them; null for what the code was made with. */
            setBy: components["schemas"]["TargetSetter"] | null;
        };
        TargetSetter: {
            /** @enum {string} */
            kind: "user" | "key" | "operator";
            /** @description Of the user or the key; null for the operator. */
            id: string | null;
            /**
             * @description As it is called now; null where it has no name or is no longer there.
             * @example Menu printer
             */
            name: string | null;
        };
        Resolution: {
            /**
             * Format: uri
             * @description Where a visit without a query is led, campaign parameters included. Where the code isn't active its `fallbackUrl`. Null where a page is shown instead.
             * @example https://example.com/menu?utm_source=poster
             */
            url: string | null;
            /**
             * @description Id of the rule that applies; null: none does.
             * @example weekend
             */
            route: string | null;
            /** @description The entry that was asked for, where a split applies; else null. */
            variant: string | null;
            /**
             * @description What the code does at that time.
             * @enum {string}
             */
            state: "suspended" | "off" | "expired" | "used_up" | "scheduled" | "active";
        };
        TagList: {
            /** @description All of them, sorted by code point. */
            data: components["schemas"]["Tag"][];
        };
        Tag: {
            /** @example summer */
            name: string;
            /** @description Codes that have it, archived ones included. */
            codes: number;
            /** @description Scans of these codes, all together. */
            scanCount: number;
        };
        DomainPage: {
            data: components["schemas"]["Domain"][];
            pagination: components["schemas"]["Pagination"];
        };
        Domain: {
            /**
             * Format: uuid
             * @example 019a9b70-3d1c-7a52-9e44-2c7b8f0d6a11
             */
            id: string;
            /**
             * @description A full public host name below a domain that you own, without scheme, port and path. An international name is stored and answered as punycode.
             * @example go.example.com
             */
            host: string;
            /**
             * @description `pending` until the TXT record was found once, then `verified`; `failing` once the record has been gone for three daily checks, or another account has proved the host. A failing domain goes on answering until then.
             * @enum {string}
             */
            status: "pending" | "verified" | "failing";
            /** @description The records to add to your DNS. */
            dns: {
                /** @example _quietzone.go.example.com */
                txtName: string;
                /** @example quietzone-verify=8kq2vX0cW1r3yQ7n5mB4tA */
                txtValue: string;
                /**
                 * @description What the host is to point to.
                 * @example quietzone.example
                 */
                cname: string;
            };
            /** @description Whether the host's addresses were this service's at the last check. `status` does not depend on it. */
            pointsHere: boolean;
            /**
             * @description Where `https://<host>/` leads; null: to a plain page.
             * @example https://example.com/
             */
            rootUrl: string | null;
            /**
             * @description Where paths lead that open no code; null: to a plain page that says so.
             * @example https://example.com/
             */
            notFoundUrl: string | null;
            /**
             * @description Where codes lead that are off, have expired or are used up; an expired or used-up one that has a `fallbackUrl` leads there. null: to a plain page that says so.
             * @example https://example.com/
             */
            expiredUrl: string | null;
            /** @description New codes get this domain unless they name another. */
            isDefault: boolean;
            /** @description Codes whose short URL is on this domain. */
            codes: number;
            verifiedAt: string | null;
            checkedAt: string | null;
            /**
             * Format: date-time
             * @description When it was added.
             * @example 2026-01-02T03:04:05.678Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-02T03:04:05.678Z
             */
            updatedAt: string;
            /** @description Present while the operator has suspended the host: everything on it answers 410 and says so, it takes no new codes, and it can't be deleted. */
            suspended?: {
                /**
                 * Format: date-time
                 * @description When the operator suspended it.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                since: string;
                /** @example Reported as phishing */
                reason: string;
            };
            /** @description Absent when there are none. */
            warnings?: components["schemas"]["Warning"][];
        };
        ScanEvent: {
            /**
             * Format: uuid
             * @example 019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47
             */
            id: string;
            /**
             * Format: uuid
             * @example 0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35
             */
            qrCodeId: string;
            /**
             * @description As it is now.
             * @example Menu, table 4
             */
            qrCodeName: string;
            /** @enum {string} */
            qrCodeType: "url" | "wifi" | "contact" | "text" | "email" | "sms" | "vcard";
            /**
             * @description The short URL of the code; null for a static one.
             * @example https://quietzone.example/r/aZ09bY18
             */
            shortUrl: string | null;
            /**
             * Format: date-time
             * @description UTC, to the millisecond.
             * @example 2026-11-21T09:30:00.125Z
             */
            scannedAt: string;
            /** @enum {string} */
            device: "Mobile" | "Tablet" | "Desktop" | "Unknown";
            /**
             * @description `Unknown` where the user agent does not say.
             * @example iOS
             */
            os: string;
            /**
             * @description The browser, or the app whose own browser it was; else `Unknown`.
             * @example Safari
             */
            browser: string;
            /**
             * @description ISO 3166-1 alpha-2, or `Unknown`. IP Geolocation by DB-IP.
             * @example PT
             */
            country: string;
            /**
             * @description `Unknown` where it is not known.
             * @example Lisbon
             */
            city: string;
            /** @description At most 512 characters of what the visitor's browser sent. */
            userAgent: string;
            /**
             * @description Id of the rule that chose the target; null for the code's own target.
             * @example weekend
             */
            route: string | null;
            /**
             * @description Entry of the rule's split: its name, else its index; null without a split.
             * @example blue
             */
            variant: string | null;
        };
        CreatedScans: {
            /** @description Scans that were made. */
            created: number;
            /** @description Visits that count as no scan: the user agent is a bot's or a link preview's, or `maxScans` is reached. */
            excluded: number;
        };
        Analytics: {
            summary: components["schemas"]["AnalyticsSummary"];
            breakdowns: components["schemas"]["AnalyticsBreakdowns"];
            distributions: components["schemas"]["AnalyticsDistributions"];
            /** @description Every day of the window, oldest first, those without scans too. Without `timezone` the first and the last are as much of a day as the window touches. */
            dailyScans: {
                /**
                 * Format: date
                 * @example 2026-01-02
                 */
                date: string;
                count: number;
            }[];
            /** @description The codes with the most scans within the window, equals by id. */
            topQRCodes: components["schemas"]["TopQrCode"][];
            /** @description The tags whose codes have the most scans within the window, equals by code point. */
            topTags: components["schemas"]["TopTag"][];
            /** @description What visitors did after scans of the window, whenever they did it: the most frequent first, equals by name. */
            goals: components["schemas"]["GoalFigures"][];
            /** @description Present with `includeScans=true`: the window's scans, newest first. */
            scans?: components["schemas"]["ScanEvent"][];
            /** @description Present with `includeScans=true`: whether the window has scans that are not listed. */
            scansTruncated?: boolean;
        };
        AnalyticsSummary: {
            /** @description Scans by people within the window. */
            totalScans: number;
            /** @description All codes of this data set, scanned or not; 1 with `qrCodeId`, with `tag` those that have it. */
            totalQRCodes: number;
            /** @description `totalScans` for each of `totalQRCodes`, with two decimals; 0 without codes. */
            avgScansPerQR: number;
            /** @description Distinct visitors of each UTC day, added up. A visitor can't be recognised on another day: nothing is kept by which that could be done. */
            uniqueVisitors: number;
            /** @description Calls by crawlers and link previews, which count nowhere else. */
            botScans: number;
            /** @description Scans beyond the plan's detailed ones of a month: counted here and in the code's `scanCount`, nowhere else. Each is kept by its minute, so an edge within a minute is not exact for them. */
            cappedScans: number;
            /**
             * @description `custom` with `startDate` and `endDate`.
             * @enum {string}
             */
            timeRange: "1h" | "1d" | "7d" | "30d" | "90d" | "1y" | "custom";
            /**
             * @description The zone of days, weekdays and hours; `UTC` without `timezone`.
             * @example Europe/Paris
             */
            timeZone: string;
            /**
             * Format: date-time
             * @description The window's first instant.
             * @example 2026-01-02T03:04:05.678Z
             */
            startDate: string;
            /**
             * Format: date-time
             * @description The window's last instant: now, by the database's clock, or the end of a day before today.
             * @example 2026-01-02T03:04:05.678Z
             */
            endDate: string;
            /** @description The day with the most scans, the earliest of several; null without scans. */
            mostActiveDay: string | null;
            /**
             * @description `exact`: every figure is that of the scans there are. `quarter-hour`: the window begins within a day of which the service has kept quarter-hours alone, so its first edge is exact to 15 minutes. `recounting`: days of the window are being counted again, for a minute as a rule. After the deletion of a code `uniqueVisitors` may be too high until then, and every other figure is right already. After a bulk import of scans, days that have not been counted yet are missing from the figures.
             * @enum {string}
             */
            precision: "exact" | "quarter-hour" | "recounting";
        };
        /** @description Label to count, the most frequent first. Each of the maps but `variants` adds up to `totalScans`. */
        AnalyticsBreakdowns: {
            /** @description Mobile, Tablet, Desktop or Unknown. */
            devices: {
                [key: string]: number;
            };
            /** @description ISO 3166-1 alpha-2, or Unknown. */
            countries: {
                [key: string]: number;
            };
            /** @description Names of browsers. */
            browsers: {
                [key: string]: number;
            };
            /** @description Names of operating systems. */
            os: {
                [key: string]: number;
            };
            /** @description Ids of the rules that led scans, those of deleted rules too; `default` for the code's own target. */
            routes: {
                [key: string]: number;
            };
            /** @description `<route id>/<variant>`; adds up to the scans of rules with a split. */
            variants: {
                [key: string]: number;
            };
        };
        AnalyticsDistributions: {
            /** @description Scans by the hour of the day, 0 to 23. */
            hourly: {
                hour: number;
                count: number;
            }[];
            /** @description Scans by the day of the week, Monday first. */
            weekly: {
                /** @enum {string} */
                day: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
                count: number;
            }[];
        };
        TopQrCode: {
            /**
             * Format: uuid
             * @description Identifier.
             * @example 0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35
             */
            id: string;
            /**
             * @description As it is called now.
             * @example Menu, table 4
             */
            name: string;
            /** @enum {string} */
            type: "url" | "wifi" | "contact" | "text" | "email" | "sms" | "vcard";
            /** @description Scans within the window. */
            scanCount: number;
            isDynamic: boolean;
        };
        TopTag: {
            /** @example summer */
            name: string;
            /** @description Scans within the window of the codes that have it now. */
            scanCount: number;
        };
        GoalFigures: {
            /** @example signup */
            name: string;
            /** @description Scans within the window that reached it. */
            count: number;
            /** @description `count` by `totalScans`, with 4 decimals; 0 without scans. */
            rate: number;
            /** @description Sum by currency, as a decimal string like `1249.50`. */
            values: {
                [key: string]: string;
            };
            /** @description By the rule's id, `default` for the code's own target; adds up to `count`. */
            routes: {
                [key: string]: number;
            };
            /** @description By `<route id>/<variant>`, of rules with a split. */
            variants: {
                [key: string]: number;
            };
        };
        DeletedGoals: {
            deleted: number;
        };
        Account: {
            /** @enum {string} */
            plan: "free" | "starter" | "developer" | "pro";
            /**
             * @description The key's.
             * @enum {string}
             */
            environment: "production" | "sandbox";
            limits: components["schemas"]["AccountLimits"];
            usage: components["schemas"]["AccountUsage"];
            rateLimit: components["schemas"]["RateLimit"];
        };
        /** @description null: without limit. */
        AccountLimits: {
            /** @description Codes. */
            codes: number | null;
            /** @description Dynamic codes. */
            dynamicCodes: number | null;
            /** @description Keys that are switched on and have not expired, of both environments together. */
            keys: number | null;
            /** @description Webhooks, of both environments together. */
            webhooks: number | null;
            /** @description Domains that take new codes; 0 in the sandbox. */
            domains: number | null;
            /** @description Scans of a calendar month (UTC) that are kept in detail; more are counted alone. */
            scansThisMonth: number | null;
        };
        /** @description What is used of each limit. */
        AccountUsage: {
            /** @description Codes. */
            codes: number;
            /** @description Dynamic codes. */
            dynamicCodes: number;
            /** @description Keys that are switched on and have not expired. */
            keys: number;
            /** @description Webhooks. */
            webhooks: number;
            /** @description Domains, whatever their status. */
            domains: number;
            /** @description All scans of this calendar month (UTC), those beyond the limit too. */
            scansThisMonth: number;
        };
        /** @description The same as the headers `X-RateLimit-*`. */
        RateLimit: {
            /** @description Requests per hour: the key's limit or its account's, whichever is nearer. */
            limit: number;
            /** @description Requests left in this hour, after this one. */
            remaining: number;
            /**
             * Format: date-time
             * @description When the hour is over.
             * @example 2026-11-21T10:00:00.000Z
             */
            resetAt: string;
        };
        ApiKeyList: {
            data: components["schemas"]["ApiKey"][];
        };
        /** @description A key without its value. */
        ApiKey: {
            /**
             * Format: uuid
             * @example 019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47
             */
            id: string;
            /** @example Menu printer */
            name: string;
            /** @example Used by the till at the door */
            description: string | null;
            /** @enum {string} */
            environment: "production" | "sandbox";
            /**
             * @example [
             *       "qr:read",
             *       "qr:write"
             *     ]
             */
            permissions: ("qr:read" | "qr:write" | "analytics:read" | "webhooks:manage")[];
            /**
             * @description Requests per hour.
             * @example 1000
             */
            rateLimit: number;
            /**
             * @description Enough of the value to recognise the key by.
             * @example qr_live_…a1B2
             */
            preview: string;
            /** @description False: it is switched off and refused. */
            isActive: boolean;
            expiresAt: string | null;
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description Until then the value before the last rotation works, too; absent when it no longer does.
             * @example 2026-11-21T09:30:00.000Z
             */
            previousKeyExpiresAt?: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed or rotated.
             * @example 2026-11-21T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** @description A key with its value, which is shown this once. */
        IssuedApiKey: {
            /**
             * Format: uuid
             * @example 019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47
             */
            id: string;
            /** @example Menu printer */
            name: string;
            /** @example Used by the till at the door */
            description: string | null;
            /** @enum {string} */
            environment: "production" | "sandbox";
            /**
             * @example [
             *       "qr:read",
             *       "qr:write"
             *     ]
             */
            permissions: ("qr:read" | "qr:write" | "analytics:read" | "webhooks:manage")[];
            /**
             * @description Requests per hour.
             * @example 1000
             */
            rateLimit: number;
            /**
             * @description Enough of the value to recognise the key by.
             * @example qr_live_…a1B2
             */
            preview: string;
            /** @description False: it is switched off and refused. */
            isActive: boolean;
            expiresAt: string | null;
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description Until then the value before the last rotation works, too; absent when it no longer does.
             * @example 2026-11-21T09:30:00.000Z
             */
            previousKeyExpiresAt?: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed or rotated.
             * @example 2026-11-21T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * @description The value to send as `Authorization: Bearer …`. Shown in this answer only.
             * @example qr_live_4kT9ZxW2mQ7pLr8sVb3nYc6dHf1gJt5a0wEuXk
             */
            apiKey: string;
        };
        WebhookList: {
            data: components["schemas"]["Webhook"][];
        };
        /** @description A webhook without its secret. */
        Webhook: {
            /**
             * Format: uuid
             * @example 019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72
             */
            id: string;
            /** @example Order system */
            name: string;
            /** @example https://example.com/quietzone */
            url: string;
            /**
             * @description The types of events that it gets.
             * @example [
             *       "scan.created",
             *       "qr.updated"
             *     ]
             */
            events: ("scan.created" | "qr.created" | "qr.updated" | "qr.deleted" | "qr.expired" | "quota.reached" | "domain.failing")[];
            /** @description The codes whose `qr.*` and `scan.created` events it gets; null: all codes. */
            filter: {
                /**
                 * @description Ids of codes of this account and environment, at most 100.
                 * @example [
                 *       "019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72"
                 *     ]
                 */
                qrCodeIds?: string[];
                /**
                 * @description At most 20 tags, which a code has at the moment of the event.
                 * @example [
                 *       "summer"
                 *     ]
                 */
                tags?: string[];
            } | null;
            /**
             * @description The names of the headers that are sent with every delivery. Their values are masked as `••••••••`.
             * @example {
             *       "Authorization": "••••••••"
             *     }
             */
            headers: {
                [key: string]: string;
            };
            /**
             * @description The data whose events it gets: that of the key that created it.
             * @enum {string}
             */
            environment: "production" | "sandbox";
            /** @description False: it is paused and gets no events. */
            isActive: boolean;
            /** @description Why the service paused it: 20 deliveries in a row failed, the first of them 24 hours ago or longer. Null for one that is active or that you paused. */
            disabledReason: "consecutive_failures" | null;
            lastTriggeredAt: string | null;
            /** @description Deliveries that were made for it, those by hand included. */
            eventCount: number;
            /** @description Those of them that ended `failed`. */
            failureCount: number;
            /**
             * Format: date-time
             * @description Until then deliveries are signed with the secret before the last rotation, too; absent when they no longer are.
             * @example 2026-11-21T09:30:00.125Z
             */
            previousSecretExpiresAt?: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T09:30:00.125Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, paused, resumed or given a new secret.
             * @example 2026-11-21T09:30:00.125Z
             */
            updatedAt: string;
        };
        /** @description A webhook with its signing secret in both forms, shown this once. */
        IssuedWebhook: {
            /**
             * Format: uuid
             * @example 019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72
             */
            id: string;
            /** @example Order system */
            name: string;
            /** @example https://example.com/quietzone */
            url: string;
            /**
             * @description The types of events that it gets.
             * @example [
             *       "scan.created",
             *       "qr.updated"
             *     ]
             */
            events: ("scan.created" | "qr.created" | "qr.updated" | "qr.deleted" | "qr.expired" | "quota.reached" | "domain.failing")[];
            /** @description The codes whose `qr.*` and `scan.created` events it gets; null: all codes. */
            filter: {
                /**
                 * @description Ids of codes of this account and environment, at most 100.
                 * @example [
                 *       "019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72"
                 *     ]
                 */
                qrCodeIds?: string[];
                /**
                 * @description At most 20 tags, which a code has at the moment of the event.
                 * @example [
                 *       "summer"
                 *     ]
                 */
                tags?: string[];
            } | null;
            /**
             * @description The names of the headers that are sent with every delivery. Their values are masked as `••••••••`.
             * @example {
             *       "Authorization": "••••••••"
             *     }
             */
            headers: {
                [key: string]: string;
            };
            /**
             * @description The data whose events it gets: that of the key that created it.
             * @enum {string}
             */
            environment: "production" | "sandbox";
            /** @description False: it is paused and gets no events. */
            isActive: boolean;
            /** @description Why the service paused it: 20 deliveries in a row failed, the first of them 24 hours ago or longer. Null for one that is active or that you paused. */
            disabledReason: "consecutive_failures" | null;
            lastTriggeredAt: string | null;
            /** @description Deliveries that were made for it, those by hand included. */
            eventCount: number;
            /** @description Those of them that ended `failed`. */
            failureCount: number;
            /**
             * Format: date-time
             * @description Until then deliveries are signed with the secret before the last rotation, too; absent when they no longer are.
             * @example 2026-11-21T09:30:00.125Z
             */
            previousSecretExpiresAt?: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T09:30:00.125Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, paused, resumed or given a new secret.
             * @example 2026-11-21T09:30:00.125Z
             */
            updatedAt: string;
            /**
             * @description The signing secret: 64 hex digits, whose characters (not the bytes they spell) are the key. Shown in this answer only.
             * @example 5f0c8e1b7a9d2463f1e0c4b8a7d69253e4f1b0c8d7a69253f4e1c0b8d7a69253
             */
            secret: string;
            /**
             * @description The same key for a Standard Webhooks library, which verifies `webhook-signature` with it: `whsec_` and the 64 characters of `secret` in base64.
             * @example whsec_NWYwYzhlMWI3YTlkMjQ2M2YxZTBjNGI4YTdkNjkyNTNlNGYxYjBjOGQ3YTY5MjUzZjRlMWMwYjhkN2E2OTI1Mw==
             */
            signingSecret: string;
        };
        /** @description A webhook with its last deliveries, and without its secret. */
        FullWebhook: {
            /**
             * Format: uuid
             * @example 019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72
             */
            id: string;
            /** @example Order system */
            name: string;
            /** @example https://example.com/quietzone */
            url: string;
            /**
             * @description The types of events that it gets.
             * @example [
             *       "scan.created",
             *       "qr.updated"
             *     ]
             */
            events: ("scan.created" | "qr.created" | "qr.updated" | "qr.deleted" | "qr.expired" | "quota.reached" | "domain.failing")[];
            /** @description The codes whose `qr.*` and `scan.created` events it gets; null: all codes. */
            filter: {
                /**
                 * @description Ids of codes of this account and environment, at most 100.
                 * @example [
                 *       "019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72"
                 *     ]
                 */
                qrCodeIds?: string[];
                /**
                 * @description At most 20 tags, which a code has at the moment of the event.
                 * @example [
                 *       "summer"
                 *     ]
                 */
                tags?: string[];
            } | null;
            /**
             * @description The names of the headers that are sent with every delivery. Their values are masked as `••••••••`.
             * @example {
             *       "Authorization": "••••••••"
             *     }
             */
            headers: {
                [key: string]: string;
            };
            /**
             * @description The data whose events it gets: that of the key that created it.
             * @enum {string}
             */
            environment: "production" | "sandbox";
            /** @description False: it is paused and gets no events. */
            isActive: boolean;
            /** @description Why the service paused it: 20 deliveries in a row failed, the first of them 24 hours ago or longer. Null for one that is active or that you paused. */
            disabledReason: "consecutive_failures" | null;
            lastTriggeredAt: string | null;
            /** @description Deliveries that were made for it, those by hand included. */
            eventCount: number;
            /** @description Those of them that ended `failed`. */
            failureCount: number;
            /**
             * Format: date-time
             * @description Until then deliveries are signed with the secret before the last rotation, too; absent when they no longer are.
             * @example 2026-11-21T09:30:00.125Z
             */
            previousSecretExpiresAt?: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T09:30:00.125Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, paused, resumed or given a new secret.
             * @example 2026-11-21T09:30:00.125Z
             */
            updatedAt: string;
            /** @description The last 20 deliveries, the newest first. */
            recentEvents: components["schemas"]["WebhookDelivery"][];
        };
        /** @description One event on its way to one webhook. */
        WebhookDelivery: {
            /**
             * Format: uuid
             * @example 019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72
             */
            id: string;
            /**
             * @description The event's `id`, and the `webhook-id` of every attempt.
             * @example evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47
             */
            eventId: string;
            /** @enum {string} */
            eventType: "scan.created" | "qr.created" | "qr.updated" | "qr.deleted" | "qr.expired" | "quota.reached" | "domain.failing";
            /**
             * @description `pending`: not yet tried; `retrying`: failed, and tried again at `nextAttemptAt`; `delivered`: answered with 2xx; `failed`: given up; `cancelled`: the webhook was paused before it was delivered; an attempt that was under way is on record all the same.
             * @enum {string}
             */
            status: "pending" | "retrying" | "delivered" | "failed" | "cancelled";
            /** @description Attempts so far. */
            attempts: number;
            /**
             * Format: date-time
             * @description When the delivery was made.
             * @example 2026-11-21T09:30:00.125Z
             */
            createdAt: string;
            deliveredAt: string | null;
            /**
             * @description The HTTP status of the last attempt; null where none came.
             * @example 200
             */
            responseStatus: number | null;
            /** @description Why the last attempt failed: `timeout` (10 seconds passed), `dns_error`, `tls_error`, `connection_error`, `address_refused` (the name no longer resolves to public addresses only), `http_status` (any answer but 2xx), `protocol_error` (no HTTP), `lease_lost` (our own workers were lost 20 times). Null where it succeeded or none was made. */
            error: ("timeout" | "dns_error" | "tls_error" | "connection_error" | "address_refused" | "http_status" | "protocol_error" | "lease_lost") | null;
            /**
             * @description How long the last attempt took.
             * @example 84
             */
            durationMs: number | null;
            nextAttemptAt: string | null;
            /** @description The delivery that this one repeats by hand; null for all others. */
            retryOf: string | null;
        };
        /** @description A delivery with its body and its attempts. */
        FullWebhookDelivery: {
            /**
             * Format: uuid
             * @example 019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72
             */
            id: string;
            /**
             * @description The event's `id`, and the `webhook-id` of every attempt.
             * @example evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47
             */
            eventId: string;
            /** @enum {string} */
            eventType: "scan.created" | "qr.created" | "qr.updated" | "qr.deleted" | "qr.expired" | "quota.reached" | "domain.failing";
            /**
             * @description `pending`: not yet tried; `retrying`: failed, and tried again at `nextAttemptAt`; `delivered`: answered with 2xx; `failed`: given up; `cancelled`: the webhook was paused before it was delivered; an attempt that was under way is on record all the same.
             * @enum {string}
             */
            status: "pending" | "retrying" | "delivered" | "failed" | "cancelled";
            /** @description Attempts so far. */
            attempts: number;
            /**
             * Format: date-time
             * @description When the delivery was made.
             * @example 2026-11-21T09:30:00.125Z
             */
            createdAt: string;
            deliveredAt: string | null;
            /**
             * @description The HTTP status of the last attempt; null where none came.
             * @example 200
             */
            responseStatus: number | null;
            /** @description Why the last attempt failed: `timeout` (10 seconds passed), `dns_error`, `tls_error`, `connection_error`, `address_refused` (the name no longer resolves to public addresses only), `http_status` (any answer but 2xx), `protocol_error` (no HTTP), `lease_lost` (our own workers were lost 20 times). Null where it succeeded or none was made. */
            error: ("timeout" | "dns_error" | "tls_error" | "connection_error" | "address_refused" | "http_status" | "protocol_error" | "lease_lost") | null;
            /**
             * @description How long the last attempt took.
             * @example 84
             */
            durationMs: number | null;
            nextAttemptAt: string | null;
            /** @description The delivery that this one repeats by hand; null for all others. */
            retryOf: string | null;
            /** @description The body, to the byte as it is signed and sent; null when its event is no longer kept. */
            body: string | null;
            /** @description Every attempt, the first first. */
            log: components["schemas"]["WebhookAttempt"][];
        };
        WebhookAttempt: {
            /**
             * Format: date-time
             * @description When it began.
             * @example 2026-11-21T09:30:00.125Z
             */
            startedAt: string;
            /** @example 84 */
            durationMs: number;
            responseStatus: number | null;
            error: ("timeout" | "dns_error" | "tls_error" | "connection_error" | "address_refused" | "http_status" | "protocol_error" | "lease_lost") | null;
            /** @description The first 1 KiB of the answer's body; null where none came. */
            responseBody: string | null;
        };
        RetriedDeliveries: {
            /** @description Deliveries that are sent again, 1,000 at most. */
            retried: number;
            /** @description True: send the same call again for the next ones. */
            hasMore: boolean;
        };
        EventTypeList: {
            data: components["schemas"]["EventType"][];
        };
        /** @description A type of event that a webhook can subscribe to. */
        EventType: {
            /** @enum {string} */
            type: "scan.created" | "qr.created" | "qr.updated" | "qr.deleted" | "qr.expired" | "quota.reached" | "domain.failing";
            /**
             * @description When it is sent.
             * @example A code is scanned
             */
            description: string;
            /**
             * @description The permission that reads the same data.
             * @example analytics:read
             * @enum {string}
             */
            permission: "qr:read" | "qr:write" | "analytics:read" | "webhooks:manage";
        };
        EventPage: {
            data: ({
                /**
                 * @description Known by it: what came before with the same id is the same event.
                 * @example evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47
                 */
                id: string;
                /** @constant */
                type: "scan.created";
                /**
                 * Format: date-time
                 * @description When it happened.
                 * @example 2026-11-21T09:30:00.125Z
                 */
                timestamp: string;
                /** @description True for what happened in the sandbox. */
                sandbox: boolean;
                data: components["schemas"]["ScanEvent"];
            } | {
                /**
                 * @description Known by it: what came before with the same id is the same event.
                 * @example evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47
                 */
                id: string;
                /** @constant */
                type: "qr.created";
                /**
                 * Format: date-time
                 * @description When it happened.
                 * @example 2026-11-21T09:30:00.125Z
                 */
                timestamp: string;
                /** @description True for what happened in the sandbox. */
                sandbox: boolean;
                data: components["schemas"]["QrCreatedData"];
            } | {
                /**
                 * @description Known by it: what came before with the same id is the same event.
                 * @example evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47
                 */
                id: string;
                /** @constant */
                type: "qr.updated";
                /**
                 * Format: date-time
                 * @description When it happened.
                 * @example 2026-11-21T09:30:00.125Z
                 */
                timestamp: string;
                /** @description True for what happened in the sandbox. */
                sandbox: boolean;
                data: components["schemas"]["QrUpdatedData"];
            } | {
                /**
                 * @description Known by it: what came before with the same id is the same event.
                 * @example evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47
                 */
                id: string;
                /** @constant */
                type: "qr.deleted";
                /**
                 * Format: date-time
                 * @description When it happened.
                 * @example 2026-11-21T09:30:00.125Z
                 */
                timestamp: string;
                /** @description True for what happened in the sandbox. */
                sandbox: boolean;
                data: components["schemas"]["QrDeletedData"];
            } | {
                /**
                 * @description Known by it: what came before with the same id is the same event.
                 * @example evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47
                 */
                id: string;
                /** @constant */
                type: "qr.expired";
                /**
                 * Format: date-time
                 * @description When it happened.
                 * @example 2026-11-21T09:30:00.125Z
                 */
                timestamp: string;
                /** @description True for what happened in the sandbox. */
                sandbox: boolean;
                data: components["schemas"]["QrExpiredData"];
            })[];
            pagination: {
                limit: number;
                /** @description The `after` of the next call, also where nothing came: an empty page repeats it, or renews one that is older than a day. */
                nextCursor: string;
            };
        };
        /** @description The code as a list presents it and its `settings.routes`, without pictures. */
        QrCreatedData: {
            /**
             * Format: uuid
             * @description Identifier.
             * @example 0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35
             */
            id: string;
            /** @example Menu, table 4 */
            name: string;
            /** @enum {string} */
            type: "url" | "wifi" | "contact" | "text" | "email" | "sms" | "vcard";
            /**
             * @description The content exactly as it was sent.
             * @example https://example.com/menu
             */
            content: string;
            /**
             * @description What a dynamic code holds; null for a static one.
             * @example https://quietzone.example/r/aZ09bY18
             */
            shortUrl: string | null;
            /**
             * @description The path that you chose for its short URL; null for a generated one.
             * @example summer-menu
             */
            slug: string | null;
            /**
             * @description The host of yours that its short URL is on; null for the service's own.
             * @example go.example.com
             */
            domain: string | null;
            settings: components["schemas"]["SettingsTold"];
            isDynamic: boolean;
            /**
             * @description What its short URL does now: the first of these that applies. A static code is active.
             * @enum {string}
             */
            state: "suspended" | "off" | "expired" | "used_up" | "scheduled" | "active";
            /**
             * @description Sorted by code point.
             * @example [
             *       "menus",
             *       "summer"
             *     ]
             */
            tags: string[];
            /** @example Printed in May, 400 pieces */
            note: string | null;
            archived: boolean;
            publicImage: boolean;
            /**
             * @description Where anybody gets its picture while `publicImage` is true; `.svg` in place of `.png` works, too.
             * @example https://quietzone.example/i/aZ09bY18.png
             */
            imageUrl: string | null;
            /** @description Rules in `settings.routes`, which GET of the code shows. */
            routeCount: number;
            /** @description Scans since the code was made. */
            scanCount: number;
            lastScanned: string | null;
            /** @description Present while the operator has suspended the code: its short URL answers 410 and says so, whatever else is set. */
            suspended?: {
                /**
                 * Format: date-time
                 * @example 2026-01-02T03:04:05.678Z
                 */
                since: string;
                /** @example Reported as phishing */
                reason: string;
            };
            /**
             * Format: date-time
             * @example 2026-01-02T03:04:05.678Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When name, content, slug, domain, settings, tags, note, `archived` or `publicImage` last changed.
             * @example 2026-01-02T03:04:05.678Z
             */
            updatedAt: string;
            /** @description Present where the event would be too long: what was left out of it, and GET of the code shows. */
            omitted?: ("note" | "settings.routes" | "settings.fallbackUrl")[];
        };
        /** @description The same without `logo.dataUrl`. */
        SettingsTold: {
            /** @description Width and height in pixels without the frame. */
            size: number;
            color: {
                dark: string;
                light: string;
            };
            frame: {
                /** @constant */
                style: "square";
            } | {
                /** @enum {string} */
                style: "square" | "rounded" | "circle" | "dashed";
                color: string;
                /** @description Width in pixels. */
                size: number;
            };
            /** @description Absent without a logo. */
            logo?: {
                /** @constant */
                enabled: true;
                /** @description Width in pixels. */
                size: number;
            };
            modules: {
                /** @enum {string} */
                shape: "square" | "rounded" | "dots";
            };
            eyes: {
                /** @enum {string} */
                shape: "square" | "rounded" | "circle";
                color: string;
            };
            transparent: boolean;
            /**
             * @description The least level asked for.
             * @enum {string}
             */
            errorCorrectionLevel: "L" | "M" | "Q" | "H";
            /** @description Modules of margin on each side. */
            quietZone: number;
            /**
             * @description `false` switches a dynamic code off: its short URL answers 410. Absent while it is on.
             * @constant
             */
            isActive?: false;
            /**
             * Format: date-time
             * @description From when on the short URL of a dynamic code leads to its content; before, to `fallbackUrl`, or to a page that says so.
             * @example 2027-01-31T11:00:00.000Z
             */
            startsAt?: string;
            /**
             * Format: date-time
             * @description Until when the short URL of a dynamic code leads to its content; afterwards it leads to `fallbackUrl`, or answers 410. Later than `startsAt`.
             * @example 2027-01-31T11:00:00.000Z
             */
            expiresAt?: string;
            /** @description After so many scans (`scanCount`) the short URL of a dynamic code leads to `fallbackUrl`, or answers 410. */
            maxScans?: number;
            /**
             * Format: uri
             * @description An absolute http or https address that takes the content's place before `startsAt`, after `expiresAt` and beyond `maxScans`. Visits of it are not scans.
             */
            fallbackUrl?: string;
            /**
             * @description Campaign parameters (`utm_source`, …) that a redirect adds to the target's query, where the target doesn't have them. Only of dynamic codes of type `url`.
             * @example {
             *       "source": "poster",
             *       "medium": "qr",
             *       "campaign": "summer"
             *     }
             */
            utm?: {
                source?: string;
                medium?: string;
                campaign?: string;
                term?: string;
                content?: string;
            };
            /**
             * @description `true` appends the query that the short URL was called with to the target: parameters that the target has win, then `utm`. Only of dynamic codes of type `url`.
             * @constant
             */
            passQuery?: true;
            /**
             * @description `true` adds `qz_scan`, the scan's id, to the target, by which goals are recorded. Only of dynamic codes of type `url`; not on Free.
             * @constant
             */
            appendScanId?: true;
            /** @description At most 20 rules of where a dynamic code of type `url` leads, the first that applies; else to `content`. PUT replaces all of them. */
            routes?: components["schemas"]["Route"][];
        };
        /** @description The code as it is after the change, without pictures. */
        QrUpdatedData: {
            /**
             * Format: uuid
             * @description Identifier.
             * @example 0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35
             */
            id: string;
            /** @example Menu, table 4 */
            name: string;
            /** @enum {string} */
            type: "url" | "wifi" | "contact" | "text" | "email" | "sms" | "vcard";
            /**
             * @description The content exactly as it was sent.
             * @example https://example.com/menu
             */
            content: string;
            /**
             * @description What a dynamic code holds; null for a static one.
             * @example https://quietzone.example/r/aZ09bY18
             */
            shortUrl: string | null;
            /**
             * @description The path that you chose for its short URL; null for a generated one.
             * @example summer-menu
             */
            slug: string | null;
            /**
             * @description The host of yours that its short URL is on; null for the service's own.
             * @example go.example.com
             */
            domain: string | null;
            settings: components["schemas"]["SettingsTold"];
            isDynamic: boolean;
            /**
             * @description What its short URL does now: the first of these that applies. A static code is active.
             * @enum {string}
             */
            state: "suspended" | "off" | "expired" | "used_up" | "scheduled" | "active";
            /**
             * @description Sorted by code point.
             * @example [
             *       "menus",
             *       "summer"
             *     ]
             */
            tags: string[];
            /** @example Printed in May, 400 pieces */
            note: string | null;
            archived: boolean;
            publicImage: boolean;
            /**
             * @description Where anybody gets its picture while `publicImage` is true; `.svg` in place of `.png` works, too.
             * @example https://quietzone.example/i/aZ09bY18.png
             */
            imageUrl: string | null;
            /** @description Rules in `settings.routes`, which GET of the code shows. */
            routeCount: number;
            /** @description Scans since the code was made. */
            scanCount: number;
            lastScanned: string | null;
            /** @description Present while the operator has suspended the code: its short URL answers 410 and says so, whatever else is set. */
            suspended?: {
                /**
                 * Format: date-time
                 * @example 2026-01-02T03:04:05.678Z
                 */
                since: string;
                /** @example Reported as phishing */
                reason: string;
            };
            /**
             * Format: date-time
             * @example 2026-01-02T03:04:05.678Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When name, content, slug, domain, settings, tags, note, `archived` or `publicImage` last changed.
             * @example 2026-01-02T03:04:05.678Z
             */
            updatedAt: string;
            /** @description Present where the event would be too long: what was left out of it, and GET of the code shows. */
            omitted?: ("note" | "settings.routes" | "settings.fallbackUrl")[];
            /** @description Which of them are not as they were before. */
            changedFields: ("name" | "content" | "slug" | "domain" | "settings" | "tags" | "note" | "archived" | "publicImage")[];
        };
        /** @description What the code was. */
        QrDeletedData: {
            /**
             * Format: uuid
             * @description Identifier.
             * @example 0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35
             */
            id: string;
            /** @example Menu, table 4 */
            name: string;
            /** @enum {string} */
            type: "url" | "wifi" | "contact" | "text" | "email" | "sms" | "vcard";
            isDynamic: boolean;
            /**
             * @description What a dynamic code holds; null for a static one.
             * @example https://quietzone.example/r/aZ09bY18
             */
            shortUrl: string | null;
            /**
             * Format: date-time
             * @description When it was deleted, in UTC to the millisecond.
             * @example 2026-01-02T03:04:05.678Z
             */
            deletedAt: string;
        };
        /** @description The code, and why its short URL ended. */
        QrExpiredData: {
            /**
             * Format: uuid
             * @description Identifier.
             * @example 0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35
             */
            id: string;
            /** @example Menu, table 4 */
            name: string;
            /**
             * @description What a dynamic code holds; null for a static one.
             * @example https://quietzone.example/r/aZ09bY18
             */
            shortUrl: string | null;
            /**
             * @description `expired`: its `expiresAt` has passed; `used_up`: it had its last scan.
             * @enum {string}
             */
            reason: "expired" | "used_up";
            /**
             * Format: date-time
             * @description When it ended, in UTC to the millisecond.
             * @example 2026-01-02T03:04:05.678Z
             */
            at: string;
        };
        /** @description What of the plan is used up. */
        QuotaReachedData: {
            /**
             * @description What is used up.
             * @enum {string}
             */
            quota: "codes" | "dynamicCodes" | "scans";
            /** @description How many the plan includes; of scans, per calendar month (UTC). */
            limit: number;
            /**
             * Format: date-time
             * @description When this was noticed, in UTC: within a minute.
             * @example 2026-11-21T09:30:00.125Z
             */
            at: string;
        };
        /** @description The domain whose TXT record is gone. */
        DomainFailingData: {
            /**
             * Format: uuid
             * @description The domain's `id`.
             */
            id: string;
            /** @example go.example.com */
            host: string;
            /**
             * Format: date-time
             * @description When its status became `failing`, in UTC.
             * @example 2026-11-21T09:30:00.125Z
             */
            at: string;
        };
        /** @description Every member holds, by one of its values. */
        RouteConditionsOutput: {
            devices?: ("mobile" | "tablet" | "desktop")[];
            /**
             * @description As scans name them.
             * @example [
             *       "iOS",
             *       "Android"
             *     ]
             */
            os?: string[];
            countries?: string[];
            languages?: string[];
            days?: ("Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday")[];
            hours?: {
                from: string;
                until: string;
            };
            dates?: {
                from?: string;
                until?: string;
            };
            /**
             * @description IANA; required with `days`, `hours` and days in `dates`.
             * @example Europe/Paris
             */
            timezone?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    listQrCodes: {
        parameters: {
            query?: {
                /** @description Counted from 1. Not together with `cursor`. */
                page?: number;
                /** @description The `nextCursor` of the page before, with the same filters and order: items that come or go meanwhile move no other to another page. */
                cursor?: string;
                /** @description Items of a page. */
                limit?: number;
                /** @description Codes of this type only. */
                type?: "url" | "wifi" | "contact" | "text" | "email" | "sms" | "vcard";
                /** @description Dynamic codes only, or static ones only. */
                isDynamic?: boolean;
                /** @description Codes whose name, content or slug contains it, whatever the case and the accents of Latin, Greek and Cyrillic letters; `%` and `_` stand for themselves. One or two letters or digits must begin a word. A short URL, an earlier one too, finds its code. At most 200 characters. */
                search?: string;
                /** @description Codes with these tags, separated by commas: with any of them, or by `tagMode` with all. */
                tags?: string;
                /** @description For `tags`. */
                tagMode?: "any" | "all";
                /** @description Codes that are not archived, those alone that are, or both. */
                archived?: "false" | "true" | "any";
                /** @description Codes in this state. Where several apply it is the first of suspended, off, expired, used_up, scheduled, active; a static code is active. */
                state?: "suspended" | "off" | "expired" | "used_up" | "scheduled" | "active";
                /** @description Codes whose `updatedAt` is later than this instant. */
                updatedSince?: string;
                /** @description `createdAt` where it is missing; with `search`, codes are then ordered by how well they match: exact name, beginning of the name, within the name, content or slug. `name` follows the root collation of Unicode, with numbers by value; for rare characters it depends on the version of ICU in the service's database. Codes that are equal in it are ordered by id, in the same direction. */
                sort?: "createdAt" | "updatedAt" | "name" | "scanCount";
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of codes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedQrCode"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
        };
    };
    createQrCode: {
        parameters: {
            query?: {
                /** @description `true` stores nothing: the same answer, with `dryRun` and the effect on the quota. */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewQrCode"];
            };
        };
        responses: {
            /** @description The code with its picture. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedQrCode"];
                };
            };
        };
    };
    getQrCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredQrCode"];
                };
            };
        };
    };
    updateQrCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QrCodeChange"];
            };
        };
        responses: {
            /** @description The code as it is now, with its picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrawnQrCode"];
                };
            };
        };
    };
    deleteQrCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createQrCodes: {
        parameters: {
            query?: {
                /** @description `true` stores nothing: the same answer, with `dryRun` and the effect on the quota. */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkQrCodes"];
            };
        };
        responses: {
            /** @description No item could be stored; `errors` says why. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                };
            };
            /** @description At least one code was stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                };
            };
        };
    };
    deleteQrCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkQrCodeIds"];
            };
        };
        responses: {
            /** @description What was deleted, and what was not there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkDeletion"];
                };
            };
        };
    };
    getQrCodeImage: {
        parameters: {
            query?: {
                /** @description A PDF is as wide as the picture is at 96 pixels an inch. */
                format?: "png" | "svg" | "pdf";
                /** @description Width and height in pixels without the frame, in place of the code's own; of a PNG at least its `minSize`. Frame and logo grow with it. */
                size?: number;
            };
            header?: never;
            path: {
                /** @description Id of the code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/svg+xml": string;
                    "application/pdf": string;
                };
            };
        };
    };
    listTargets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The targets, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first: the current one and the last 100 before it. */
                        data: components["schemas"]["Target"][];
                    };
                };
            };
        };
    };
    restoreTarget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the code. */
                id: string;
                /** @description Id of an earlier target of it. */
                targetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code as it is now, with its picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrawnQrCode"];
                };
            };
        };
    };
    resolveQrCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResolveRequest"];
            };
        };
        responses: {
            /** @description Where it leads. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resolution"];
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tags. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagList"];
                };
            };
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tag, percent-encoded. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No code has it any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tag, percent-encoded. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagChange"];
            };
        };
        responses: {
            /** @description The tag as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
        };
    };
    listDomains: {
        parameters: {
            query?: {
                /** @description Counted from 1. Not together with `cursor`. */
                page?: number;
                /** @description The `nextCursor` of the page before, with the same filters and order: items that come or go meanwhile move no other to another page. */
                cursor?: string;
                /** @description Items of a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of domains. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPage"];
                };
            };
        };
    };
    addDomain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDomain"];
            };
        };
        responses: {
            /** @description The domain with the records to add to your DNS. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
        };
    };
    getDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domain. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
        };
    };
    deleteDomain: {
        parameters: {
            query?: {
                /** @description Id of another verified domain that is not suspended, or `service` for this service's own host. */
                moveTo?: string;
            };
            header?: never;
            path: {
                /** @description The domain's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainChange"];
            };
        };
        responses: {
            /** @description The domain as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
        };
    };
    verifyDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domain after the check. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
        };
    };
    getDomainRedirectMap: {
        parameters: {
            query?: {
                /** @description `nginx` and `caddy` are configurations of a server, `json` and `csv` are for programs and spreadsheets. */
                format?: "nginx" | "caddy" | "json" | "csv";
            };
            header?: never;
            path: {
                /** @description The domain's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The map as a file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "application/json": Record<string, never>;
                    "text/csv": string;
                };
            };
        };
    };
    listScans: {
        parameters: {
            query?: {
                /** @description Scans of this code only. */
                qrCodeId?: string;
                /** @description Scans of codes with this tag only. */
                tag?: string;
                /** @description Only scans after this instant, which itself is left out: the `scannedAt` of the newest scan you have. No scan appears later with an earlier time, so that polling misses none and repeats none. */
                since?: string;
                /** @description Only scans up to this instant, which itself is part of it. With the `scannedAt` of the first scan of page 1 the further pages stay as they are while new scans come. */
                until?: string;
                /** @description Counted from 1. Not together with `cursor`. */
                page?: number;
                /** @description The `nextCursor` of the page before, with the same filters and order: items that come or go meanwhile move no other to another page. */
                cursor?: string;
                /** @description Items of a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of scans. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ScanEvent"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
        };
    };
    createSandboxScans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxScans"];
            };
        };
        responses: {
            /** @description They are made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedScans"];
                };
            };
        };
    };
    getAnalytics: {
        parameters: {
            query?: {
                /** @description Scans of this code only. */
                qrCodeId?: string;
                /** @description Scans of codes with this tag only; together with `qrCodeId` of that code, if it has the tag. A visitor of several of its codes counts once, but on days of which single scans are no longer kept once for each code. */
                tag?: string;
                /** @description Not together with `startDate` and `endDate`. How long the window is, which ends now. Without `timezone` it is so many hours: `7d` is 168 hours. With it, it is whole days of that zone, today included: `7d` is today and the six days before, however many hours they have. `1h` is 60 minutes in both cases; `1y` is 365 days. */
                timeRange?: "1h" | "1d" | "7d" | "30d" | "90d" | "1y";
                /** @description The first of whole days of `timezone`, or of UTC, in place of `timeRange`; together with `endDate`. */
                startDate?: string;
                /** @description The last of these days, itself among them: not before `startDate`, at most 400 days after it, not after today. */
                endDate?: string;
                /** @description `true` adds `scans`, the newest 1,000 of the window, and `scansTruncated`. */
                includeScans?: boolean;
                /** @description An IANA time zone, written as in its database: `Europe/Paris`, not `europe/paris`, `CEST` or `+02:00`. Days, weekdays and hours are then those of its clocks, also where a day has 23 or 25 hours. Without it they are UTC. */
                timezone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analytics"];
                };
            };
        };
    };
    recordGoal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGoal"];
            };
        };
        responses: {
            /** @description The scan had this goal already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedGoal"];
                };
            };
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedGoal"];
                };
            };
        };
    };
    deleteQrCodeGoals: {
        parameters: {
            query: {
                /** @description The goal's name as it was sent. */
                name: string;
            };
            header?: never;
            path: {
                /** @description Id of the code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many were deleted: 0 where there were none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedGoals"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Plan, limits and usage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The key with its value. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedApiKey"];
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyChange"];
            };
        };
        responses: {
            /** @description The key as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApiKeyRotation"];
            };
        };
        responses: {
            /** @description The key with its new value. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedApiKey"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The webhook with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedWebhook"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullWebhook"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description The webhook as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookSecretRotation"];
            };
        };
        responses: {
            /** @description The webhook with its new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedWebhook"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description The delivery, which begins now. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullWebhookDelivery"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Counted from 1. Not together with `cursor`. */
                page?: number;
                /** @description The `nextCursor` of the page before, with the same filters and order: items that come or go meanwhile move no other to another page. */
                cursor?: string;
                /** @description Items of a page. */
                limit?: number;
                /** @description Deliveries in this state only. */
                status?: "pending" | "retrying" | "delivered" | "failed" | "cancelled";
                /** @description Deliveries of this kind of event only. */
                eventType?: "scan.created" | "qr.created" | "qr.updated" | "qr.deleted" | "qr.expired" | "quota.reached" | "domain.failing";
            };
            header?: never;
            path: {
                /** @description The webhook's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
        };
    };
    retryWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRetry"];
            };
        };
        responses: {
            /** @description How many were made; they begin now. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetriedDeliveries"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's `id`. */
                id: string;
                /** @description The delivery's `id`. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullWebhookDelivery"];
                };
            };
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's `id`. */
                id: string;
                /** @description The delivery's `id`. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, which begins now. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullWebhookDelivery"];
                };
            };
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event types. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeList"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The `nextCursor` that you had last: what happened since, each event once. `now` begins with the next event; without it the feed begins with the oldest of the last 30 days. */
                after?: string;
                /** @description Some of `scan.created`, `qr.created`, `qr.updated`, `qr.deleted`, `qr.expired`, joined by commas; without it all that the key may see. */
                types?: string;
                /** @description Events of a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
        };
    };
    describeV1: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                        info: {
                            title: string;
                            version: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getPublicQrCode: {
        parameters: {
            query?: {
                type?: "url" | "wifi" | "contact" | "text";
                content?: string;
                data?: string;
                grade?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The generated code. The description, when there is no query parameter. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicQrCode"] | components["schemas"]["PublicInterfaceDescription"];
                };
            };
        };
    };
    createPublicQrCode: {
        parameters: {
            query?: {
                /** @description `true` adds `scannability`: how well the finished image reads under blur, small print, low contrast, rotation and noise. */
                grade?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublicQrCodeRequest"];
            };
        };
        responses: {
            /** @description The generated code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicQrCode"];
                };
            };
        };
    };
    getPublicQrCodeImage: {
        parameters: {
            query?: {
                /** @description What the content is. Left out: `url` where it starts with `http://` or `https://`, else `text`. */
                type?: "url" | "wifi" | "contact" | "text";
                /** @description URL-encoded content, as in the body of POST. Either this or `data`. */
                content?: string;
                /** @description Another name for `content`; sending both is refused. */
                data?: string;
                /** @description The kind of picture. */
                format?: "png" | "svg";
                /** @description Width and height in pixels, quiet zone included; at least 2 pixels a module. Left out: 256, or the smallest multiple of 64 that serves. */
                size?: number;
                /** @description Modules: `RRGGBB` or `RGB` in hex, with or without `#` (in an address `%23`). */
                dark?: string;
                /** @description Background, in the same form. */
                light?: string;
                /** @description Modules of margin on each side, inside `size`. 0 may be refused as `not_scannable`. */
                quietZone?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/svg+xml": string;
                };
            };
        };
    };
    viewPublicQrCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of `imageUrl`. */
                shortCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
        };
    };
    getPublicImage: {
        parameters: {
            query?: {
                /** @description Width and height in pixels without the frame, of a PNG at least the code's `minSize`; its own, at most 1,024, where it is left out. */
                size?: number;
            };
            header?: never;
            path: {
                /** @description Short code or id of the code, with `.png` or `.svg`. */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/svg+xml": string;
                };
            };
        };
    };
    recordPublicGoal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGoal"];
                "text/plain": string;
            };
        };
        responses: {
            /** @description The scan had this goal already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedGoal"];
                };
            };
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedGoal"];
                };
            };
        };
    };
    describePublicInterface: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                        info: {
                            title: string;
                            version: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    onScanCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Known by it: what came before with the same id is the same event.
                     * @example evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47
                     */
                    id: string;
                    /** @constant */
                    type: "scan.created";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T09:30:00.125Z
                     */
                    timestamp: string;
                    /** @description True for what happened in the sandbox. */
                    sandbox: boolean;
                    /**
                     * @description Present in a test, whose data is made up.
                     * @constant
                     */
                    test?: true;
                    data: components["schemas"]["ScanEvent"];
                };
            };
        };
        responses: {
            /** @description Taken, where it comes within 10 seconds. The answer's body counts for nothing. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQrCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Known by it: what came before with the same id is the same event.
                     * @example evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47
                     */
                    id: string;
                    /** @constant */
                    type: "qr.created";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T09:30:00.125Z
                     */
                    timestamp: string;
                    /** @description True for what happened in the sandbox. */
                    sandbox: boolean;
                    /**
                     * @description Present in a test, whose data is made up.
                     * @constant
                     */
                    test?: true;
                    data: components["schemas"]["QrCreatedData"];
                };
            };
        };
        responses: {
            /** @description Taken, where it comes within 10 seconds. The answer's body counts for nothing. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQrUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Known by it: what came before with the same id is the same event.
                     * @example evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47
                     */
                    id: string;
                    /** @constant */
                    type: "qr.updated";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T09:30:00.125Z
                     */
                    timestamp: string;
                    /** @description True for what happened in the sandbox. */
                    sandbox: boolean;
                    /**
                     * @description Present in a test, whose data is made up.
                     * @constant
                     */
                    test?: true;
                    data: components["schemas"]["QrUpdatedData"];
                };
            };
        };
        responses: {
            /** @description Taken, where it comes within 10 seconds. The answer's body counts for nothing. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQrDeleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Known by it: what came before with the same id is the same event.
                     * @example evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47
                     */
                    id: string;
                    /** @constant */
                    type: "qr.deleted";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T09:30:00.125Z
                     */
                    timestamp: string;
                    /** @description True for what happened in the sandbox. */
                    sandbox: boolean;
                    /**
                     * @description Present in a test, whose data is made up.
                     * @constant
                     */
                    test?: true;
                    data: components["schemas"]["QrDeletedData"];
                };
            };
        };
        responses: {
            /** @description Taken, where it comes within 10 seconds. The answer's body counts for nothing. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQrExpired: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Known by it: what came before with the same id is the same event.
                     * @example evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47
                     */
                    id: string;
                    /** @constant */
                    type: "qr.expired";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T09:30:00.125Z
                     */
                    timestamp: string;
                    /** @description True for what happened in the sandbox. */
                    sandbox: boolean;
                    /**
                     * @description Present in a test, whose data is made up.
                     * @constant
                     */
                    test?: true;
                    data: components["schemas"]["QrExpiredData"];
                };
            };
        };
        responses: {
            /** @description Taken, where it comes within 10 seconds. The answer's body counts for nothing. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQuotaReached: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Known by it: what came before with the same id is the same event.
                     * @example evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47
                     */
                    id: string;
                    /** @constant */
                    type: "quota.reached";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T09:30:00.125Z
                     */
                    timestamp: string;
                    /** @description True for what happened in the sandbox. */
                    sandbox: boolean;
                    /**
                     * @description Present in a test, whose data is made up.
                     * @constant
                     */
                    test?: true;
                    data: components["schemas"]["QuotaReachedData"];
                };
            };
        };
        responses: {
            /** @description Taken, where it comes within 10 seconds. The answer's body counts for nothing. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDomainFailing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Known by it: what came before with the same id is the same event.
                     * @example evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47
                     */
                    id: string;
                    /** @constant */
                    type: "domain.failing";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T09:30:00.125Z
                     */
                    timestamp: string;
                    /** @description True for what happened in the sandbox. */
                    sandbox: boolean;
                    /**
                     * @description Present in a test, whose data is made up.
                     * @constant
                     */
                    test?: true;
                    data: components["schemas"]["DomainFailingData"];
                };
            };
        };
        responses: {
            /** @description Taken, where it comes within 10 seconds. The answer's body counts for nothing. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
