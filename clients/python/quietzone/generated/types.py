# Made from docs/openapi by `npm run openapi`; change the contracts instead.
"""What the service takes and answers."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, TypedDict, Union


class PublicQrCodeRequestSettingsColor(TypedDict):
    dark: NotRequired[Union[str, None]]
    light: NotRequired[Union[str, None]]


class PublicQrCodeRequestSettingsFrame(TypedDict):
    style: NotRequired[Union[Literal["square", "rounded", "circle", "dashed"], None]]
    color: NotRequired[Union[str, None]]
    size: NotRequired[Union[int, None]]


class PublicQrCodeRequestSettingsLogo(TypedDict):
    enabled: NotRequired[Union[bool, None]]
    dataUrl: NotRequired[Union[str, None]]
    size: NotRequired[Union[int, None]]


class PublicQrCodeRequestSettingsModules(TypedDict):
    shape: NotRequired[Union[Literal["square", "rounded", "dots"], None]]


class PublicQrCodeRequestSettingsEyes(TypedDict):
    shape: NotRequired[Union[Literal["square", "rounded", "circle"], None]]
    color: NotRequired[Union[str, None]]


class PublicQrCodeRequestSettings(TypedDict):
    size: NotRequired[Union[int, None]]
    color: NotRequired[Union[PublicQrCodeRequestSettingsColor, None]]
    frame: NotRequired[Union[PublicQrCodeRequestSettingsFrame, None]]
    logo: NotRequired[Union[PublicQrCodeRequestSettingsLogo, None]]
    modules: NotRequired[Union[PublicQrCodeRequestSettingsModules, None]]
    eyes: NotRequired[Union[PublicQrCodeRequestSettingsEyes, None]]
    transparent: NotRequired[Union[bool, None]]
    errorCorrectionLevel: NotRequired[Union[Literal["L", "M", "Q", "H"], None]]
    quietZone: NotRequired[Union[int, None]]


class PublicQrCodeRequest(TypedDict):
    name: NotRequired[Union[str, None]]
    type: Literal["url", "wifi", "contact", "text"]
    content: str
    settings: NotRequired[Union[PublicQrCodeRequestSettings, None]]


class NewGoal(TypedDict):
    scanId: str
    name: str
    value: NotRequired[float]
    currency: NotRequired[str]


class PublicQrCodeScannabilityCases(TypedDict):
    blur: int
    smallPrint: int
    lowContrast: int
    rotation: int
    noise: int


class PublicQrCodeScannabilityWeakest(TypedDict):
    case: Literal["blur", "smallPrint", "lowContrast", "rotation", "noise"]
    score: int
    advice: str
    fix: NotRequired[Dict[str, Any]]


class PublicQrCodeScannability(TypedDict):
    """Present with `grade=true`."""
    score: int
    verdict: Literal["scans_anywhere", "scans_well", "scans_with_care", "do_not_print"]
    cases: PublicQrCodeScannabilityCases
    weakest: PublicQrCodeScannabilityWeakest


class PublicQrCode_meta(TypedDict):
    apiVersion: str
    generatedAt: str
    documentation: str
    note: str


class PublicQrCode(TypedDict):
    qrImage: str
    imageUrl: str
    type: Literal["url", "wifi", "contact", "text"]
    content: str
    name: NotRequired[str]
    settings: PublicSettingsUsed
    warnings: NotRequired[List[Warning]]
    scannability: NotRequired[PublicQrCodeScannability]
    _meta: PublicQrCode_meta


class PublicSettingsUsedColor(TypedDict):
    dark: str
    light: str


class PublicSettingsUsedFrame(TypedDict):
    style: Literal["square"]


class PublicSettingsUsedFrame1(TypedDict):
    style: Literal["square", "rounded", "circle", "dashed"]
    color: str
    size: int


class PublicSettingsUsedLogo(TypedDict):
    """Absent without a logo."""
    enabled: Literal[True]
    dataUrl: str
    size: int


class PublicSettingsUsedModules(TypedDict):
    shape: Literal["square", "rounded", "dots"]


class PublicSettingsUsedEyes(TypedDict):
    shape: Literal["square", "rounded", "circle"]
    color: str


class PublicSettingsUsed(TypedDict):
    """The settings that the image was drawn with, defaults filled in."""
    size: int
    color: PublicSettingsUsedColor
    frame: Union[PublicSettingsUsedFrame, PublicSettingsUsedFrame1]
    logo: NotRequired[PublicSettingsUsedLogo]
    modules: PublicSettingsUsedModules
    eyes: PublicSettingsUsedEyes
    transparent: bool
    errorCorrectionLevel: Literal["L", "M", "Q", "H"]
    quietZone: int


class Warning(TypedDict):
    """Something that was drawn all the same, and that its owner should know."""
    code: str
    field: str
    message: str


class PublicInterfaceDescriptionEndpointsItem(TypedDict):
    method: str
    path: str
    url: str
    description: str


class PublicInterfaceDescriptionParametersValue(TypedDict):
    required: bool
    description: str
    allowed: NotRequired[List[str]]


class PublicInterfaceDescriptionContentTypesValue(TypedDict):
    description: str
    example: str


class PublicInterfaceDescriptionLimitsSizePixels(TypedDict):
    min: int
    max: int
    default: int


class PublicInterfaceDescriptionLimits(TypedDict):
    requestsPerHour: int
    countedBy: str
    imageLifetimeHours: int
    contentCharacters: int
    bodyBytes: int
    logoBytes: int
    sizePixels: PublicInterfaceDescriptionLimitsSizePixels


class PublicInterfaceDescriptionExamplesItem(TypedDict):
    description: str
    request: str


class PublicInterfaceDescription(TypedDict):
    name: str
    version: str
    description: str
    documentation: str
    openapi: str
    authentication: str
    endpoints: List[PublicInterfaceDescriptionEndpointsItem]
    parameters: Dict[str, PublicInterfaceDescriptionParametersValue]
    contentTypes: Dict[str, PublicInterfaceDescriptionContentTypesValue]
    settings: Dict[str, str]
    limits: PublicInterfaceDescriptionLimits
    examples: List[PublicInterfaceDescriptionExamplesItem]
    errors: str


class Error(TypedDict):
    error: str
    code: Literal["invalid_request", "validation_failed", "invalid_content", "invalid_url", "content_too_long", "size_too_small", "contrast_too_low", "invalid_logo", "not_scannable", "immutable_field", "bulk_limit_exceeded", "slug_reserved", "alias_limit", "invalid_domain", "domain_not_verified", "webhook_url_not_public", "missing_api_key", "invalid_api_key", "expired_api_key", "inactive_api_key", "not_signed_in", "insufficient_permission", "plan_required", "quota_exceeded", "sandbox_forbidden", "sandbox_required", "not_found", "method_not_allowed", "payload_too_large", "unsupported_media_type", "request_timeout", "misdirected_request", "slug_taken", "domain_taken", "domain_in_use", "idempotency_in_progress", "idempotency_key_reused", "gone", "rate_limited", "internal_error", "unavailable"]
    details: NotRequired[List[ErrorDetail]]
    hint: str
    docs: str
    requestId: str


class ErrorDetail(TypedDict):
    field: str
    code: str
    message: str
    min: NotRequired[float]
    max: NotRequired[float]
    allowed: NotRequired[List[Any]]
    example: NotRequired[str]


class RecordedGoal(TypedDict):
    recorded: bool


class NewQrCode(TypedDict):
    name: str
    type: Literal["url", "wifi", "contact", "text", "email", "sms", "vcard"]
    content: str
    settings: NotRequired[Union[Settings, None]]
    isDynamic: NotRequired[bool]
    slug: NotRequired[Union[str, None]]
    domain: NotRequired[Union[str, None]]
    tags: NotRequired[List[str]]
    note: NotRequired[Union[str, None]]
    archived: NotRequired[bool]
    publicImage: NotRequired[bool]


class SettingsColor(TypedDict):
    dark: NotRequired[Union[str, None]]
    light: NotRequired[Union[str, None]]


class SettingsFrame(TypedDict):
    style: NotRequired[Union[Literal["square", "rounded", "circle", "dashed"], None]]
    color: NotRequired[Union[str, None]]
    size: NotRequired[Union[int, None]]


class SettingsLogo(TypedDict):
    enabled: NotRequired[Union[bool, None]]
    dataUrl: NotRequired[Union[str, None]]
    size: NotRequired[Union[int, None]]


class SettingsModules(TypedDict):
    shape: NotRequired[Union[Literal["square", "rounded", "dots"], None]]


class SettingsEyes(TypedDict):
    shape: NotRequired[Union[Literal["square", "rounded", "circle"], None]]
    color: NotRequired[Union[str, None]]


class SettingsUtm(TypedDict):
    source: NotRequired[Union[str, None]]
    medium: NotRequired[Union[str, None]]
    campaign: NotRequired[Union[str, None]]
    term: NotRequired[Union[str, None]]
    content: NotRequired[Union[str, None]]


class Settings(TypedDict):
    """Appearance, and of a dynamic code when its short URL leads where; everything in it may be left out. On a static code `isActive`, `startsAt`, `expiresAt`, `maxScans`, `fallbackUrl`, `utm`, `passQuery`, `routes` and `appendScanId` must be left out, or be as they are by default."""
    size: NotRequired[Union[int, None]]
    color: NotRequired[Union[SettingsColor, None]]
    frame: NotRequired[Union[SettingsFrame, None]]
    logo: NotRequired[Union[SettingsLogo, None]]
    modules: NotRequired[Union[SettingsModules, None]]
    eyes: NotRequired[Union[SettingsEyes, None]]
    transparent: NotRequired[Union[bool, None]]
    errorCorrectionLevel: NotRequired[Union[Literal["L", "M", "Q", "H"], None]]
    quietZone: NotRequired[Union[int, None]]
    isActive: NotRequired[Union[bool, None]]
    startsAt: NotRequired[Union[str, None]]
    expiresAt: NotRequired[Union[str, None]]
    maxScans: NotRequired[Union[int, None]]
    fallbackUrl: NotRequired[Union[str, None]]
    utm: NotRequired[Union[SettingsUtm, None]]
    passQuery: NotRequired[Union[bool, None]]
    routes: NotRequired[Union[List[NewRoute], None]]
    appendScanId: NotRequired[Union[bool, None]]


class NewRouteSplitItem(TypedDict):
    name: NotRequired[str]
    to: str
    weight: int


class NewRoute(TypedDict):
    """Leads to `to`, or to the entries of `split` by their weights."""
    id: NotRequired[str]
    name: NotRequired[str]
    when: NotRequired[RouteConditions]
    to: NotRequired[str]
    split: NotRequired[List[NewRouteSplitItem]]


RouteConditionsHours = TypedDict("RouteConditionsHours", {
    "from": "str",
    "until": "str",
})


RouteConditionsDates = TypedDict("RouteConditionsDates", {
    "from": "NotRequired[str]",
    "until": "NotRequired[str]",
})


class RouteConditions(TypedDict):
    """Every member holds, by one of its values."""
    devices: NotRequired[List[Literal["mobile", "tablet", "desktop"]]]
    os: NotRequired[List[str]]
    countries: NotRequired[List[str]]
    languages: NotRequired[List[str]]
    days: NotRequired[List[Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]]]
    hours: NotRequired[RouteConditionsHours]
    dates: NotRequired[RouteConditionsDates]
    timezone: NotRequired[str]


class QrCodeChange(TypedDict):
    """What is left out stays. `tags` replaces all of them, and a `note` of null takes it away. `settings` is merged deeply: a member that is null goes back to its default, and null for all of it is as if absent."""
    name: NotRequired[str]
    content: NotRequired[str]
    settings: NotRequired[Union[Settings, None]]
    type: NotRequired[Literal["url", "wifi", "contact", "text", "email", "sms", "vcard"]]
    isDynamic: NotRequired[bool]
    slug: NotRequired[Union[str, None]]
    domain: NotRequired[Union[str, None]]
    tags: NotRequired[List[str]]
    note: NotRequired[Union[str, None]]
    archived: NotRequired[bool]
    publicImage: NotRequired[bool]


class BulkQrCodes(TypedDict):
    qrCodes: List[NewQrCode]


class BulkQrCodeIds(TypedDict):
    qrCodeIds: List[str]


class ResolveRequest(TypedDict):
    userAgent: NotRequired[str]
    country: NotRequired[str]
    language: NotRequired[str]
    at: NotRequired[str]
    variant: NotRequired[str]


class TagChange(TypedDict):
    name: str


class NewDomain(TypedDict):
    host: str
    rootUrl: NotRequired[Union[str, None]]
    notFoundUrl: NotRequired[Union[str, None]]
    expiredUrl: NotRequired[Union[str, None]]


class DomainChange(TypedDict):
    """What is left out stays."""
    rootUrl: NotRequired[Union[str, None]]
    notFoundUrl: NotRequired[Union[str, None]]
    expiredUrl: NotRequired[Union[str, None]]
    isDefault: NotRequired[bool]


class SandboxScans(TypedDict):
    qrCodeId: str
    count: NotRequired[int]
    userAgent: NotRequired[str]
    country: NotRequired[str]
    city: NotRequired[str]
    scannedAt: NotRequired[str]


class NewApiKey(TypedDict):
    name: str
    description: NotRequired[Union[str, None]]
    permissions: List[Literal["qr:read", "qr:write", "analytics:read", "webhooks:manage"]]
    environment: NotRequired[Literal["production", "sandbox"]]
    rateLimit: NotRequired[int]
    expiresAt: NotRequired[Union[str, None]]


class ApiKeyChange(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    isActive: NotRequired[bool]
    rateLimit: NotRequired[int]
    permissions: NotRequired[List[Literal["qr:read", "qr:write", "analytics:read", "webhooks:manage"]]]
    environment: NotRequired[Literal["production", "sandbox"]]
    expiresAt: NotRequired[Union[str, None]]


class ApiKeyRotation(TypedDict):
    graceSeconds: NotRequired[int]


class NewWebhookFilter(TypedDict):
    qrCodeIds: NotRequired[List[str]]
    tags: NotRequired[List[str]]


class NewWebhook(TypedDict):
    name: str
    url: str
    events: List[Literal["scan.created", "qr.created", "qr.updated", "qr.deleted", "qr.expired", "quota.reached", "domain.failing"]]
    filter: NotRequired[Union[NewWebhookFilter, None]]
    headers: NotRequired[Dict[str, str]]


class WebhookChangeFilter(TypedDict):
    qrCodeIds: NotRequired[List[str]]
    tags: NotRequired[List[str]]


class WebhookChange(TypedDict):
    name: NotRequired[str]
    url: NotRequired[str]
    events: NotRequired[List[Literal["scan.created", "qr.created", "qr.updated", "qr.deleted", "qr.expired", "quota.reached", "domain.failing"]]]
    filter: NotRequired[Union[WebhookChangeFilter, None]]
    headers: NotRequired[Dict[str, str]]
    isActive: NotRequired[bool]


class WebhookSecretRotation(TypedDict):
    overlapSeconds: NotRequired[int]


class WebhookTest(TypedDict):
    type: NotRequired[Literal["scan.created", "qr.created", "qr.updated", "qr.deleted", "qr.expired", "quota.reached", "domain.failing"]]


class BulkRetry(TypedDict):
    since: str
    until: NotRequired[str]
    status: Literal["failed"]


class CreatedQrCodeQuotaCodes(TypedDict):
    limit: int
    used: int
    after: int


class CreatedQrCodeQuotaDynamicCodes(TypedDict):
    limit: Union[int, None]
    used: int
    after: int


class CreatedQrCodeQuota(TypedDict):
    """Present with `dryRun=true`: what the call would leave of the plan."""
    codes: CreatedQrCodeQuotaCodes
    dynamicCodes: CreatedQrCodeQuotaDynamicCodes


class CreatedQrCode(TypedDict):
    id: str
    name: str
    type: Literal["url", "wifi", "contact", "text", "email", "sms", "vcard"]
    content: str
    shortUrl: Union[str, None]
    slug: Union[str, None]
    domain: Union[str, None]
    settings: SettingsUsed
    isDynamic: bool
    state: Literal["suspended", "off", "expired", "used_up", "scheduled", "active"]
    tags: List[str]
    note: Union[str, None]
    archived: bool
    publicImage: bool
    imageUrl: Union[str, None]
    minSize: int
    qrImage: str
    createdAt: str
    updatedAt: str
    warnings: NotRequired[List[Warning]]
    dryRun: NotRequired[Literal[True]]
    quota: NotRequired[CreatedQrCodeQuota]


class SettingsUsedColor(TypedDict):
    dark: str
    light: str


class SettingsUsedFrame(TypedDict):
    style: Literal["square"]


class SettingsUsedFrame1(TypedDict):
    style: Literal["square", "rounded", "circle", "dashed"]
    color: str
    size: int


class SettingsUsedLogo(TypedDict):
    """Absent without a logo."""
    enabled: Literal[True]
    dataUrl: str
    size: int


class SettingsUsedModules(TypedDict):
    shape: Literal["square", "rounded", "dots"]


class SettingsUsedEyes(TypedDict):
    shape: Literal["square", "rounded", "circle"]
    color: str


class SettingsUsedUtm(TypedDict):
    """Campaign parameters (`utm_source`, …) that a redirect adds to the target's query, where the target doesn't have them. Only of dynamic codes of type `url`."""
    source: NotRequired[str]
    medium: NotRequired[str]
    campaign: NotRequired[str]
    term: NotRequired[str]
    content: NotRequired[str]


class SettingsUsed(TypedDict):
    """The settings that the image was drawn with, defaults filled in; and of a dynamic code what bounds its short URL, as far as it is set."""
    size: int
    color: SettingsUsedColor
    frame: Union[SettingsUsedFrame, SettingsUsedFrame1]
    logo: NotRequired[SettingsUsedLogo]
    modules: SettingsUsedModules
    eyes: SettingsUsedEyes
    transparent: bool
    errorCorrectionLevel: Literal["L", "M", "Q", "H"]
    quietZone: int
    isActive: NotRequired[Literal[False]]
    startsAt: NotRequired[str]
    expiresAt: NotRequired[str]
    maxScans: NotRequired[int]
    fallbackUrl: NotRequired[str]
    utm: NotRequired[SettingsUsedUtm]
    passQuery: NotRequired[Literal[True]]
    routes: NotRequired[List[Route]]
    appendScanId: NotRequired[Literal[True]]


class RouteSplitItem(TypedDict):
    name: NotRequired[str]
    to: str
    weight: int


class Route(TypedDict):
    id: str
    name: NotRequired[str]
    when: NotRequired[RouteConditionsOutput]
    to: NotRequired[str]
    split: NotRequired[List[RouteSplitItem]]


class ListedQrCodeSuspended(TypedDict):
    """Present while the operator has suspended the code: its short URL answers 410 and says so, whatever else is set."""
    since: str
    reason: str


class ListedQrCode(TypedDict):
    id: str
    name: str
    type: Literal["url", "wifi", "contact", "text", "email", "sms", "vcard"]
    content: str
    shortUrl: Union[str, None]
    slug: Union[str, None]
    domain: Union[str, None]
    settings: SettingsListed
    isDynamic: bool
    state: Literal["suspended", "off", "expired", "used_up", "scheduled", "active"]
    tags: List[str]
    note: Union[str, None]
    archived: bool
    publicImage: bool
    imageUrl: Union[str, None]
    routeCount: int
    scanCount: int
    lastScanned: Union[str, None]
    suspended: NotRequired[ListedQrCodeSuspended]
    createdAt: str
    updatedAt: str


class SettingsListedColor(TypedDict):
    dark: str
    light: str


class SettingsListedFrame(TypedDict):
    style: Literal["square"]


class SettingsListedFrame1(TypedDict):
    style: Literal["square", "rounded", "circle", "dashed"]
    color: str
    size: int


class SettingsListedLogo(TypedDict):
    """Absent without a logo."""
    enabled: Literal[True]
    size: int


class SettingsListedModules(TypedDict):
    shape: Literal["square", "rounded", "dots"]


class SettingsListedEyes(TypedDict):
    shape: Literal["square", "rounded", "circle"]
    color: str


class SettingsListedUtm(TypedDict):
    """Campaign parameters (`utm_source`, …) that a redirect adds to the target's query, where the target doesn't have them. Only of dynamic codes of type `url`."""
    source: NotRequired[str]
    medium: NotRequired[str]
    campaign: NotRequired[str]
    term: NotRequired[str]
    content: NotRequired[str]


class SettingsListed(TypedDict):
    """The same without `logo.dataUrl` and `routes`."""
    size: int
    color: SettingsListedColor
    frame: Union[SettingsListedFrame, SettingsListedFrame1]
    logo: NotRequired[SettingsListedLogo]
    modules: SettingsListedModules
    eyes: SettingsListedEyes
    transparent: bool
    errorCorrectionLevel: Literal["L", "M", "Q", "H"]
    quietZone: int
    isActive: NotRequired[Literal[False]]
    startsAt: NotRequired[str]
    expiresAt: NotRequired[str]
    maxScans: NotRequired[int]
    fallbackUrl: NotRequired[str]
    utm: NotRequired[SettingsListedUtm]
    passQuery: NotRequired[Literal[True]]
    appendScanId: NotRequired[Literal[True]]


class Pagination(TypedDict):
    """With `cursor` it has `limit` and `nextCursor` alone."""
    page: NotRequired[int]
    limit: int
    total: NotRequired[int]
    pages: NotRequired[int]
    nextCursor: Union[str, None]


class StoredQrCodeSuspended(TypedDict):
    """Present while the operator has suspended the code: its short URL answers 410 and says so, whatever else is set."""
    since: str
    reason: str


class StoredQrCode(TypedDict):
    id: str
    name: str
    type: Literal["url", "wifi", "contact", "text", "email", "sms", "vcard"]
    content: str
    shortUrl: Union[str, None]
    slug: Union[str, None]
    domain: Union[str, None]
    settings: SettingsUsed
    isDynamic: bool
    state: Literal["suspended", "off", "expired", "used_up", "scheduled", "active"]
    tags: List[str]
    note: Union[str, None]
    archived: bool
    publicImage: bool
    imageUrl: Union[str, None]
    aliases: List[str]
    minSize: int
    scanCount: int
    lastScanned: Union[str, None]
    recentScans: List[ScanSummary]
    suspended: NotRequired[StoredQrCodeSuspended]
    createdAt: str
    updatedAt: str


class ScanSummary(TypedDict):
    id: str
    scannedAt: str
    device: Literal["Mobile", "Tablet", "Desktop", "Unknown"]
    os: str
    browser: str
    country: str


class DrawnQrCode(TypedDict):
    id: str
    name: str
    type: Literal["url", "wifi", "contact", "text", "email", "sms", "vcard"]
    content: str
    shortUrl: Union[str, None]
    slug: Union[str, None]
    domain: Union[str, None]
    settings: SettingsUsed
    isDynamic: bool
    state: Literal["suspended", "off", "expired", "used_up", "scheduled", "active"]
    tags: List[str]
    note: Union[str, None]
    archived: bool
    publicImage: bool
    imageUrl: Union[str, None]
    minSize: int
    qrImage: str
    createdAt: str
    updatedAt: str
    warnings: NotRequired[List[Warning]]


class BulkAnswerSummary(TypedDict):
    total: int
    successful: int
    failed: int


class BulkAnswerQuotaCodes(TypedDict):
    limit: int
    used: int
    after: int


class BulkAnswerQuotaDynamicCodes(TypedDict):
    limit: Union[int, None]
    used: int
    after: int


class BulkAnswerQuota(TypedDict):
    """Present with `dryRun=true`: what the call would leave of the plan."""
    codes: BulkAnswerQuotaCodes
    dynamicCodes: BulkAnswerQuotaDynamicCodes


class BulkAnswer(TypedDict):
    created: List[DrawnQrCode]
    errors: List[BulkError]
    summary: BulkAnswerSummary
    dryRun: NotRequired[Literal[True]]
    quota: NotRequired[BulkAnswerQuota]


class BulkErrorDetailsItem(TypedDict):
    field: str
    code: str
    message: str


class BulkError(TypedDict):
    index: int
    name: NotRequired[str]
    error: str
    code: Literal["invalid_request", "validation_failed", "invalid_content", "invalid_url", "content_too_long", "size_too_small", "contrast_too_low", "invalid_logo", "not_scannable", "immutable_field", "bulk_limit_exceeded", "slug_reserved", "alias_limit", "invalid_domain", "domain_not_verified", "webhook_url_not_public", "missing_api_key", "invalid_api_key", "expired_api_key", "inactive_api_key", "not_signed_in", "insufficient_permission", "plan_required", "quota_exceeded", "sandbox_forbidden", "sandbox_required", "not_found", "method_not_allowed", "payload_too_large", "unsupported_media_type", "request_timeout", "misdirected_request", "slug_taken", "domain_taken", "domain_in_use", "idempotency_in_progress", "idempotency_key_reused", "gone", "rate_limited", "internal_error", "unavailable"]
    details: NotRequired[List[BulkErrorDetailsItem]]


class BulkDeletionSummary(TypedDict):
    total: int
    deleted: int
    notFound: int


class BulkDeletion(TypedDict):
    deleted: int
    notFound: List[str]
    summary: BulkDeletionSummary


class Target(TypedDict):
    id: Union[str, None]
    current: bool
    content: str
    fallbackUrl: Union[str, None]
    routes: List[Route]
    setAt: Union[str, None]
    setBy: Union[TargetSetter, None]


class TargetSetter(TypedDict):
    kind: Literal["user", "key", "operator"]
    id: Union[str, None]
    name: Union[str, None]


class Resolution(TypedDict):
    url: Union[str, None]
    route: Union[str, None]
    variant: Union[str, None]
    state: Literal["suspended", "off", "expired", "used_up", "scheduled", "active"]


class TagList(TypedDict):
    data: List[Tag]


class Tag(TypedDict):
    name: str
    codes: int
    scanCount: int


class DomainPage(TypedDict):
    data: List[Domain]
    pagination: Pagination


class DomainDns(TypedDict):
    """The records to add to your DNS."""
    txtName: str
    txtValue: str
    cname: str


class DomainSuspended(TypedDict):
    """Present while the operator has suspended the host: everything on it answers 410 and says so, it takes no new codes, and it can't be deleted."""
    since: str
    reason: str


class Domain(TypedDict):
    id: str
    host: str
    status: Literal["pending", "verified", "failing"]
    dns: DomainDns
    pointsHere: bool
    rootUrl: Union[str, None]
    notFoundUrl: Union[str, None]
    expiredUrl: Union[str, None]
    isDefault: bool
    codes: int
    verifiedAt: Union[str, None]
    checkedAt: Union[str, None]
    createdAt: str
    updatedAt: str
    suspended: NotRequired[DomainSuspended]
    warnings: NotRequired[List[Warning]]


class ScanEvent(TypedDict):
    id: str
    qrCodeId: str
    qrCodeName: str
    qrCodeType: Literal["url", "wifi", "contact", "text", "email", "sms", "vcard"]
    shortUrl: Union[str, None]
    scannedAt: str
    device: Literal["Mobile", "Tablet", "Desktop", "Unknown"]
    os: str
    browser: str
    country: str
    city: str
    userAgent: str
    route: Union[str, None]
    variant: Union[str, None]


class CreatedScans(TypedDict):
    created: int
    excluded: int


class AnalyticsDailyScansItem(TypedDict):
    date: str
    count: int


class Analytics(TypedDict):
    summary: AnalyticsSummary
    breakdowns: AnalyticsBreakdowns
    distributions: AnalyticsDistributions
    dailyScans: List[AnalyticsDailyScansItem]
    topQRCodes: List[TopQrCode]
    topTags: List[TopTag]
    goals: List[GoalFigures]
    scans: NotRequired[List[ScanEvent]]
    scansTruncated: NotRequired[bool]


class AnalyticsSummary(TypedDict):
    totalScans: int
    totalQRCodes: int
    avgScansPerQR: float
    uniqueVisitors: int
    botScans: int
    cappedScans: int
    timeRange: Literal["1h", "1d", "7d", "30d", "90d", "1y", "custom"]
    timeZone: str
    startDate: str
    endDate: str
    mostActiveDay: Union[str, None]
    precision: Literal["exact", "quarter-hour", "recounting"]


class AnalyticsBreakdowns(TypedDict):
    """Label to count, the most frequent first. Each of the maps but `variants` adds up to `totalScans`."""
    devices: Dict[str, int]
    countries: Dict[str, int]
    browsers: Dict[str, int]
    os: Dict[str, int]
    routes: Dict[str, int]
    variants: Dict[str, int]


class AnalyticsDistributionsHourlyItem(TypedDict):
    hour: int
    count: int


class AnalyticsDistributionsWeeklyItem(TypedDict):
    day: Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    count: int


class AnalyticsDistributions(TypedDict):
    hourly: List[AnalyticsDistributionsHourlyItem]
    weekly: List[AnalyticsDistributionsWeeklyItem]


class TopQrCode(TypedDict):
    id: str
    name: str
    type: Literal["url", "wifi", "contact", "text", "email", "sms", "vcard"]
    scanCount: int
    isDynamic: bool


class TopTag(TypedDict):
    name: str
    scanCount: int


class GoalFigures(TypedDict):
    name: str
    count: int
    rate: float
    values: Dict[str, str]
    routes: Dict[str, int]
    variants: Dict[str, int]


class DeletedGoals(TypedDict):
    deleted: int


class Account(TypedDict):
    plan: Literal["free", "starter", "developer", "pro"]
    environment: Literal["production", "sandbox"]
    limits: AccountLimits
    usage: AccountUsage
    rateLimit: RateLimit


class AccountLimits(TypedDict):
    """null: without limit."""
    codes: Union[int, None]
    dynamicCodes: Union[int, None]
    keys: Union[int, None]
    webhooks: Union[int, None]
    domains: Union[int, None]
    scansThisMonth: Union[int, None]


class AccountUsage(TypedDict):
    """What is used of each limit."""
    codes: int
    dynamicCodes: int
    keys: int
    webhooks: int
    domains: int
    scansThisMonth: int


class RateLimit(TypedDict):
    """The same as the headers `X-RateLimit-*`."""
    limit: int
    remaining: int
    resetAt: str


class ApiKeyList(TypedDict):
    data: List[ApiKey]


class ApiKey(TypedDict):
    """A key without its value."""
    id: str
    name: str
    description: Union[str, None]
    environment: Literal["production", "sandbox"]
    permissions: List[Literal["qr:read", "qr:write", "analytics:read", "webhooks:manage"]]
    rateLimit: int
    preview: str
    isActive: bool
    expiresAt: Union[str, None]
    lastUsedAt: Union[str, None]
    previousKeyExpiresAt: NotRequired[str]
    createdAt: str
    updatedAt: str


class IssuedApiKey(TypedDict):
    """A key with its value, which is shown this once."""
    id: str
    name: str
    description: Union[str, None]
    environment: Literal["production", "sandbox"]
    permissions: List[Literal["qr:read", "qr:write", "analytics:read", "webhooks:manage"]]
    rateLimit: int
    preview: str
    isActive: bool
    expiresAt: Union[str, None]
    lastUsedAt: Union[str, None]
    previousKeyExpiresAt: NotRequired[str]
    createdAt: str
    updatedAt: str
    apiKey: str


class WebhookList(TypedDict):
    data: List[Webhook]


class WebhookFilter(TypedDict):
    qrCodeIds: NotRequired[List[str]]
    tags: NotRequired[List[str]]


class Webhook(TypedDict):
    """A webhook without its secret."""
    id: str
    name: str
    url: str
    events: List[Literal["scan.created", "qr.created", "qr.updated", "qr.deleted", "qr.expired", "quota.reached", "domain.failing"]]
    filter: Union[WebhookFilter, None]
    headers: Dict[str, str]
    environment: Literal["production", "sandbox"]
    isActive: bool
    disabledReason: Union[Literal["consecutive_failures"], None]
    lastTriggeredAt: Union[str, None]
    eventCount: int
    failureCount: int
    previousSecretExpiresAt: NotRequired[str]
    createdAt: str
    updatedAt: str


class IssuedWebhookFilter(TypedDict):
    qrCodeIds: NotRequired[List[str]]
    tags: NotRequired[List[str]]


class IssuedWebhook(TypedDict):
    """A webhook with its signing secret in both forms, shown this once."""
    id: str
    name: str
    url: str
    events: List[Literal["scan.created", "qr.created", "qr.updated", "qr.deleted", "qr.expired", "quota.reached", "domain.failing"]]
    filter: Union[IssuedWebhookFilter, None]
    headers: Dict[str, str]
    environment: Literal["production", "sandbox"]
    isActive: bool
    disabledReason: Union[Literal["consecutive_failures"], None]
    lastTriggeredAt: Union[str, None]
    eventCount: int
    failureCount: int
    previousSecretExpiresAt: NotRequired[str]
    createdAt: str
    updatedAt: str
    secret: str
    signingSecret: str


class FullWebhookFilter(TypedDict):
    qrCodeIds: NotRequired[List[str]]
    tags: NotRequired[List[str]]


class FullWebhook(TypedDict):
    """A webhook with its last deliveries, and without its secret."""
    id: str
    name: str
    url: str
    events: List[Literal["scan.created", "qr.created", "qr.updated", "qr.deleted", "qr.expired", "quota.reached", "domain.failing"]]
    filter: Union[FullWebhookFilter, None]
    headers: Dict[str, str]
    environment: Literal["production", "sandbox"]
    isActive: bool
    disabledReason: Union[Literal["consecutive_failures"], None]
    lastTriggeredAt: Union[str, None]
    eventCount: int
    failureCount: int
    previousSecretExpiresAt: NotRequired[str]
    createdAt: str
    updatedAt: str
    recentEvents: List[WebhookDelivery]


class WebhookDelivery(TypedDict):
    """One event on its way to one webhook."""
    id: str
    eventId: str
    eventType: Literal["scan.created", "qr.created", "qr.updated", "qr.deleted", "qr.expired", "quota.reached", "domain.failing"]
    status: Literal["pending", "retrying", "delivered", "failed", "cancelled"]
    attempts: int
    createdAt: str
    deliveredAt: Union[str, None]
    responseStatus: Union[int, None]
    error: Union[Literal["timeout", "dns_error", "tls_error", "connection_error", "address_refused", "http_status", "protocol_error", "lease_lost"], None]
    durationMs: Union[int, None]
    nextAttemptAt: Union[str, None]
    retryOf: Union[str, None]


class FullWebhookDelivery(TypedDict):
    """A delivery with its body and its attempts."""
    id: str
    eventId: str
    eventType: Literal["scan.created", "qr.created", "qr.updated", "qr.deleted", "qr.expired", "quota.reached", "domain.failing"]
    status: Literal["pending", "retrying", "delivered", "failed", "cancelled"]
    attempts: int
    createdAt: str
    deliveredAt: Union[str, None]
    responseStatus: Union[int, None]
    error: Union[Literal["timeout", "dns_error", "tls_error", "connection_error", "address_refused", "http_status", "protocol_error", "lease_lost"], None]
    durationMs: Union[int, None]
    nextAttemptAt: Union[str, None]
    retryOf: Union[str, None]
    body: Union[str, None]
    log: List[WebhookAttempt]


class WebhookAttempt(TypedDict):
    startedAt: str
    durationMs: int
    responseStatus: Union[int, None]
    error: Union[Literal["timeout", "dns_error", "tls_error", "connection_error", "address_refused", "http_status", "protocol_error", "lease_lost"], None]
    responseBody: Union[str, None]


class RetriedDeliveries(TypedDict):
    retried: int
    hasMore: bool


class EventTypeList(TypedDict):
    data: List[EventType]


class EventType(TypedDict):
    """A type of event that a webhook can subscribe to."""
    type: Literal["scan.created", "qr.created", "qr.updated", "qr.deleted", "qr.expired", "quota.reached", "domain.failing"]
    description: str
    permission: Literal["qr:read", "qr:write", "analytics:read", "webhooks:manage"]


class EventPageDataItem(TypedDict):
    id: str
    type: Literal["scan.created"]
    timestamp: str
    sandbox: bool
    data: ScanEvent


class EventPageDataItem1(TypedDict):
    id: str
    type: Literal["qr.created"]
    timestamp: str
    sandbox: bool
    data: QrCreatedData


class EventPageDataItem2(TypedDict):
    id: str
    type: Literal["qr.updated"]
    timestamp: str
    sandbox: bool
    data: QrUpdatedData


class EventPageDataItem3(TypedDict):
    id: str
    type: Literal["qr.deleted"]
    timestamp: str
    sandbox: bool
    data: QrDeletedData


class EventPageDataItem4(TypedDict):
    id: str
    type: Literal["qr.expired"]
    timestamp: str
    sandbox: bool
    data: QrExpiredData


class EventPagePagination(TypedDict):
    limit: int
    nextCursor: str


class EventPage(TypedDict):
    data: List[Union[EventPageDataItem, EventPageDataItem1, EventPageDataItem2, EventPageDataItem3, EventPageDataItem4]]
    pagination: EventPagePagination


class QrCreatedDataSuspended(TypedDict):
    """Present while the operator has suspended the code: its short URL answers 410 and says so, whatever else is set."""
    since: str
    reason: str


class QrCreatedData(TypedDict):
    """The code as a list presents it and its `settings.routes`, without pictures."""
    id: str
    name: str
    type: Literal["url", "wifi", "contact", "text", "email", "sms", "vcard"]
    content: str
    shortUrl: Union[str, None]
    slug: Union[str, None]
    domain: Union[str, None]
    settings: SettingsTold
    isDynamic: bool
    state: Literal["suspended", "off", "expired", "used_up", "scheduled", "active"]
    tags: List[str]
    note: Union[str, None]
    archived: bool
    publicImage: bool
    imageUrl: Union[str, None]
    routeCount: int
    scanCount: int
    lastScanned: Union[str, None]
    suspended: NotRequired[QrCreatedDataSuspended]
    createdAt: str
    updatedAt: str
    omitted: NotRequired[List[Literal["note", "settings.routes", "settings.fallbackUrl"]]]


class SettingsToldColor(TypedDict):
    dark: str
    light: str


class SettingsToldFrame(TypedDict):
    style: Literal["square"]


class SettingsToldFrame1(TypedDict):
    style: Literal["square", "rounded", "circle", "dashed"]
    color: str
    size: int


class SettingsToldLogo(TypedDict):
    """Absent without a logo."""
    enabled: Literal[True]
    size: int


class SettingsToldModules(TypedDict):
    shape: Literal["square", "rounded", "dots"]


class SettingsToldEyes(TypedDict):
    shape: Literal["square", "rounded", "circle"]
    color: str


class SettingsToldUtm(TypedDict):
    """Campaign parameters (`utm_source`, …) that a redirect adds to the target's query, where the target doesn't have them. Only of dynamic codes of type `url`."""
    source: NotRequired[str]
    medium: NotRequired[str]
    campaign: NotRequired[str]
    term: NotRequired[str]
    content: NotRequired[str]


class SettingsTold(TypedDict):
    """The same without `logo.dataUrl`."""
    size: int
    color: SettingsToldColor
    frame: Union[SettingsToldFrame, SettingsToldFrame1]
    logo: NotRequired[SettingsToldLogo]
    modules: SettingsToldModules
    eyes: SettingsToldEyes
    transparent: bool
    errorCorrectionLevel: Literal["L", "M", "Q", "H"]
    quietZone: int
    isActive: NotRequired[Literal[False]]
    startsAt: NotRequired[str]
    expiresAt: NotRequired[str]
    maxScans: NotRequired[int]
    fallbackUrl: NotRequired[str]
    utm: NotRequired[SettingsToldUtm]
    passQuery: NotRequired[Literal[True]]
    appendScanId: NotRequired[Literal[True]]
    routes: NotRequired[List[Route]]


class QrUpdatedDataSuspended(TypedDict):
    """Present while the operator has suspended the code: its short URL answers 410 and says so, whatever else is set."""
    since: str
    reason: str


class QrUpdatedData(TypedDict):
    """The code as it is after the change, without pictures."""
    id: str
    name: str
    type: Literal["url", "wifi", "contact", "text", "email", "sms", "vcard"]
    content: str
    shortUrl: Union[str, None]
    slug: Union[str, None]
    domain: Union[str, None]
    settings: SettingsTold
    isDynamic: bool
    state: Literal["suspended", "off", "expired", "used_up", "scheduled", "active"]
    tags: List[str]
    note: Union[str, None]
    archived: bool
    publicImage: bool
    imageUrl: Union[str, None]
    routeCount: int
    scanCount: int
    lastScanned: Union[str, None]
    suspended: NotRequired[QrUpdatedDataSuspended]
    createdAt: str
    updatedAt: str
    omitted: NotRequired[List[Literal["note", "settings.routes", "settings.fallbackUrl"]]]
    changedFields: List[Literal["name", "content", "slug", "domain", "settings", "tags", "note", "archived", "publicImage"]]


class QrDeletedData(TypedDict):
    """What the code was."""
    id: str
    name: str
    type: Literal["url", "wifi", "contact", "text", "email", "sms", "vcard"]
    isDynamic: bool
    shortUrl: Union[str, None]
    deletedAt: str


class QrExpiredData(TypedDict):
    """The code, and why its short URL ended."""
    id: str
    name: str
    shortUrl: Union[str, None]
    reason: Literal["expired", "used_up"]
    at: str


class QuotaReachedData(TypedDict):
    """What of the plan is used up."""
    quota: Literal["codes", "dynamicCodes", "scans"]
    limit: int
    at: str


class DomainFailingData(TypedDict):
    """The domain whose TXT record is gone."""
    id: str
    host: str
    at: str


RouteConditionsOutputHours = TypedDict("RouteConditionsOutputHours", {
    "from": "str",
    "until": "str",
})


RouteConditionsOutputDates = TypedDict("RouteConditionsOutputDates", {
    "from": "NotRequired[str]",
    "until": "NotRequired[str]",
})


class RouteConditionsOutput(TypedDict):
    """Every member holds, by one of its values."""
    devices: NotRequired[List[Literal["mobile", "tablet", "desktop"]]]
    os: NotRequired[List[str]]
    countries: NotRequired[List[str]]
    languages: NotRequired[List[str]]
    days: NotRequired[List[Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]]]
    hours: NotRequired[RouteConditionsOutputHours]
    dates: NotRequired[RouteConditionsOutputDates]
    timezone: NotRequired[str]


class ScanCreatedWebhook(TypedDict):
    id: str
    type: Literal["scan.created"]
    timestamp: str
    sandbox: bool
    test: NotRequired[Literal[True]]
    data: ScanEvent


class QrCreatedWebhook(TypedDict):
    id: str
    type: Literal["qr.created"]
    timestamp: str
    sandbox: bool
    test: NotRequired[Literal[True]]
    data: QrCreatedData


class QrUpdatedWebhook(TypedDict):
    id: str
    type: Literal["qr.updated"]
    timestamp: str
    sandbox: bool
    test: NotRequired[Literal[True]]
    data: QrUpdatedData


class QrDeletedWebhook(TypedDict):
    id: str
    type: Literal["qr.deleted"]
    timestamp: str
    sandbox: bool
    test: NotRequired[Literal[True]]
    data: QrDeletedData


class QrExpiredWebhook(TypedDict):
    id: str
    type: Literal["qr.expired"]
    timestamp: str
    sandbox: bool
    test: NotRequired[Literal[True]]
    data: QrExpiredData


class QuotaReachedWebhook(TypedDict):
    id: str
    type: Literal["quota.reached"]
    timestamp: str
    sandbox: bool
    test: NotRequired[Literal[True]]
    data: QuotaReachedData


class DomainFailingWebhook(TypedDict):
    id: str
    type: Literal["domain.failing"]
    timestamp: str
    sandbox: bool
    test: NotRequired[Literal[True]]
    data: DomainFailingData


WebhookEvent = Union["ScanCreatedWebhook", "QrCreatedWebhook", "QrUpdatedWebhook", "QrDeletedWebhook", "QrExpiredWebhook", "QuotaReachedWebhook", "DomainFailingWebhook"]


class ListQrCodesAnswer(TypedDict):
    data: List[ListedQrCode]
    pagination: Pagination


class ListTargetsAnswer(TypedDict):
    data: List[Target]


class ListScansAnswer(TypedDict):
    data: List[ScanEvent]
    pagination: Pagination


class ListWebhookDeliveriesAnswer(TypedDict):
    data: List[WebhookDelivery]
    pagination: Pagination


class DescribeV1AnswerInfo(TypedDict):
    title: str
    version: str


class DescribeV1Answer(TypedDict):
    openapi: str
    info: DescribeV1AnswerInfo


class DescribePublicInterfaceAnswerInfo(TypedDict):
    title: str
    version: str


class DescribePublicInterfaceAnswer(TypedDict):
    openapi: str
    info: DescribePublicInterfaceAnswerInfo
