package quietzone

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// Quietzone is a client of one service. Its methods are those of ClientWithResponses, one for each operation of the API:
// an error of the service is an *APIError, one of the network a *ConnectionError, and an answer without an error has its
// JSON200, JSON201 or JSON202.
type Quietzone struct {
	*ClientWithResponses
	baseURL   string
	transport *transport
}

// Option changes a client from its defaults.
type Option func(*transport)

// WithTransport sends requests by another http.RoundTripper, such as one with a proxy.
func WithTransport(trip http.RoundTripper) Option {
	return func(t *transport) { t.http.Transport = trip }
}

// WithTimeout limits an attempt; 30 seconds by default.
func WithTimeout(timeout time.Duration) Option {
	return func(t *transport) { t.timeout = timeout }
}

// WithMaxRetries limits how often a call is repeated; 3 times by default.
func WithMaxRetries(retries int) Option {
	return func(t *transport) { t.maxRetries = retries }
}

// WithMaxWait limits the wait before a retry; 30 seconds by default. A longer Retry-After returns the error at once.
func WithMaxWait(wait time.Duration) Option {
	return func(t *transport) { t.maxWait = wait }
}

// WithHTTPAllowed sends the key over http: to another machine, in a network that is yours alone.
func WithHTTPAllowed() Option {
	return func(t *transport) { t.allowHTTP = true }
}

// WithIdempotencyKey is for one POST: the key by which the service knows a repetition, instead of a new one.
func WithIdempotencyKey(key string) RequestEditorFn {
	return func(_ context.Context, request *http.Request) error {
		request.Header.Set("Idempotency-Key", key)
		return nil
	}
}

var localHost = regexp.MustCompile(`^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|::1)$`)

// New makes a client. An empty apiKey leaves the key out, for public codes.
func New(baseURL, apiKey string, options ...Option) (*Quietzone, error) {
	address, err := url.Parse(baseURL)
	if err != nil || address.Host == "" || address.RawQuery != "" || address.Fragment != "" || address.User != nil ||
		(address.Scheme != "http" && address.Scheme != "https") {
		return nil, fmt.Errorf("quietzone: baseURL is an address such as https://qr.example.com, not %q", baseURL)
	}
	t := &transport{
		basePath:   strings.TrimRight(address.EscapedPath(), "/"),
		apiKey:     apiKey,
		timeout:    30 * time.Second,
		maxRetries: 3,
		maxWait:    30 * time.Second,
		http: &http.Client{
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	for _, option := range options {
		option(t)
	}
	if apiKey != "" && address.Scheme == "http" && !t.allowHTTP && !localHost.MatchString(address.Hostname()) {
		return nil, fmt.Errorf("quietzone: anybody between here and %s could read the key: use https, or "+
			"WithHTTPAllowed in a network that is yours alone", address.Host)
	}
	base := strings.TrimRight(baseURL, "/")
	if address.Scheme == "http" && t.http.Transport == nil && localHost.MatchString(address.Hostname()) {
		t.http.Transport = withoutProxy()
	}
	client, err := NewClientWithResponses(base, func(c *Client) error { c.Client = t; return nil })
	if err != nil {
		return nil, err
	}
	return &Quietzone{ClientWithResponses: client, baseURL: base, transport: t}, nil
}

// withoutProxy is how a key in clear stays on this machine: a proxy of the environment may be another one.
func withoutProxy() http.RoundTripper {
	standard, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return nil
	}
	direct := standard.Clone()
	direct.Proxy = nil
	return direct
}

// stylePath writes an id into a path. An empty one and those of dots would lead to another operation.
func stylePath(name, value string) (string, error) {
	if value == "" || value == "." || value == ".." {
		return "", fmt.Errorf("quietzone: %s is an id of the service, not %q", name, value)
	}
	return url.PathEscape(value), nil
}

// Ptr returns a pointer to a value, for optional fields.
func Ptr[T any](value T) *T { return &value }

// readPages returns every item once: each page begins behind the last item of the one before.
func readPages[T any](read func(cursor *string) ([]T, *string, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var cursor *string
		for {
			items, next, err := read(cursor)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if next == nil {
				return
			}
			cursor = next
		}
	}
}
