package quietzone

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

const account = `{"plan":"pro","environment":"production"}`

func serve(t *testing.T, answers ...func(w http.ResponseWriter, r *http.Request)) (*Quietzone, *[]*http.Request) {
	t.Helper()
	requests := &[]*http.Request{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*requests = append(*requests, r)
		answers[min(len(*requests), len(answers))-1](w, r)
	}))
	t.Cleanup(server.Close)
	client, err := New(server.URL, "qr_live_x", WithMaxWait(2*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return client, requests
}

func answer(status int, header, value, body string) func(w http.ResponseWriter, r *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if header != "" {
			w.Header().Set(header, value)
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

func TestRepeatsWhatTheServiceAsksToRepeat(t *testing.T) {
	busy := answer(http.StatusServiceUnavailable, "Retry-After", "0", `{"error":"Busy","code":"unavailable"}`)
	client, requests := serve(t, busy, answer(http.StatusCreated, "", "", `{"id":"1"}`))
	made, err := client.CreateQrCodeWithResponse(context.Background(), nil, NewQrCode{Name: "Menu"})
	if err != nil || made.JSON201.Id != "1" {
		t.Fatalf("got %v, %v", made, err)
	}
	first, second := (*requests)[0].Header, (*requests)[1].Header
	if key := first.Get("Idempotency-Key"); key == "" || key != second.Get("Idempotency-Key") {
		t.Fatalf("the keys are %q and %q", key, second.Get("Idempotency-Key"))
	}
	if first.Get("Authorization") != "Bearer qr_live_x" {
		t.Fatalf("authorization is %q", first.Get("Authorization"))
	}
}

func TestReturnsLongWaitsAndChangesAtOnce(t *testing.T) {
	limited := answer(http.StatusTooManyRequests, "Retry-After", "3", `{"error":"Slow down","code":"rate_limited"}`)
	client, requests := serve(t, limited)
	_, err := client.GetAccountWithResponse(context.Background())
	var failure *APIError
	if !errors.As(err, &failure) || failure.Code != "rate_limited" || *failure.RetryAfter != 3*time.Second {
		t.Fatalf("got %v", err)
	}
	busy, asked := serve(t, answer(http.StatusServiceUnavailable, "Retry-After", "0", `{"error":"Busy","code":"unavailable"}`))
	if _, err := busy.UpdateQrCodeWithResponse(context.Background(), "1", QrCodeChange{}); !errors.As(err, &failure) {
		t.Fatalf("got %v", err)
	}
	if len(*requests) != 1 || len(*asked) != 1 {
		t.Fatalf("sent %d and %d requests", len(*requests), len(*asked))
	}
}

func TestReadsAnyRetryAfter(t *testing.T) {
	for _, value := range []string{"18446744074", "9223372036854775807", "99999999999999999999"} {
		if wait := readRetryAfter(value); wait == nil || *wait < 24*time.Hour {
			t.Errorf("%s: got %v", value, wait)
		}
	}
	for _, value := range []string{"-1", "+1", "1.5", "soon", ""} {
		if wait := readRetryAfter(value); wait != nil {
			t.Errorf("%s: got %v", value, *wait)
		}
	}
}

func TestFollowsNoRedirect(t *testing.T) {
	client, requests := serve(t, answer(http.StatusFound, "Location", "/elsewhere", ""), answer(200, "", "", account))
	_, err := client.GetAccountWithResponse(context.Background())
	if err == nil || !strings.Contains(err.Error(), "/elsewhere") || len(*requests) != 1 {
		t.Fatalf("got %v after %d requests", err, len(*requests))
	}
}

func TestSendsNoKeyInClear(t *testing.T) {
	if _, err := New("http://qr.example.com", "qr_live_x"); err == nil {
		t.Fatal("a key would go over http")
	}
	if _, err := New("http://qr.example.com", "qr_live_x", WithHTTPAllowed()); err != nil {
		t.Fatal(err)
	}
}

func TestSendsLocalCallsThroughNoProxy(t *testing.T) {
	calls := 0
	proxy := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls++ }))
	defer proxy.Close()
	address, _ := url.Parse(proxy.URL)
	standard := http.DefaultTransport.(*http.Transport)
	before := standard.Proxy
	standard.Proxy = http.ProxyURL(address)
	defer func() { standard.Proxy = before }()
	read := func(baseURL string, options ...Option) {
		t.Helper()
		client, err := New(baseURL, "qr_live_x", append(options, WithMaxRetries(0))...)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = client.GetAccountWithResponse(context.Background())
	}
	for _, baseURL := range []string{"http://a.localhost:1", "http://127.0.0.1:1", "http://[::1]:1"} {
		read(baseURL)
	}
	if calls > 0 {
		t.Fatalf("the proxy was called %d times", calls)
	}
	read("http://a.localhost:1", WithTransport(standard))
	read("http://qr.example.com", WithHTTPAllowed())
	if calls != 2 {
		t.Fatalf("the proxy was called %d times, not twice", calls)
	}
}

func TestSendsNoIDThatChangesThePath(t *testing.T) {
	client, requests := serve(t, answer(200, "", "", `{}`))
	ctx := context.Background()
	for _, id := range []string{"", ".", ".."} {
		_, alone := client.DeleteTagWithResponse(ctx, id)
		_, within := client.RetryWebhookDeliveryWithResponse(ctx, id, "1")
		_, last := client.GetWebhookDeliveryWithResponse(ctx, "1", id)
		for _, err := range []error{alone, within, last} {
			if err == nil || !strings.Contains(err.Error(), "is an id of the service, not") {
				t.Errorf("%q: got %v", id, err)
			}
		}
	}
	if len(*requests) > 0 {
		t.Fatalf("sent %s", (*requests)[0].URL)
	}
	if _, err := client.DeleteTagWithResponse(ctx, "../a?b"); err != nil {
		t.Fatal(err)
	}
	if path := (*requests)[0].URL.EscapedPath(); path != "/api/v1/tags/..%2Fa%3Fb" {
		t.Fatalf("sent %s", path)
	}
}

func TestSendsNoKeyToPublicOperations(t *testing.T) {
	client, requests := serve(t, answer(200, "", "", `{"id":"1"}`))
	behindAPrefix, err := New(client.baseURL+"/codes/", "qr_live_x")
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for _, c := range []*Quietzone{client, behindAPrefix} {
		_, create := c.CreatePublicQrCodeWithResponse(ctx, nil, PublicQrCodeRequest{})
		_, image := c.GetPublicImageWithResponse(ctx, "a/b.png", nil)
		_, describe := c.DescribeV1WithResponse(ctx)
		if err := errors.Join(create, image, describe); err != nil {
			t.Fatal(err)
		}
	}
	for _, request := range *requests {
		if header := request.Header; header.Get("Authorization") != "" || header.Get("Idempotency-Key") != "" {
			t.Errorf("sent %v to %s", header, request.URL)
		}
	}
}

func TestSendsTheKeyToEveryOtherOperation(t *testing.T) {
	client, requests := serve(t, answer(200, "", "", `{}`))
	for _, id := range []string{"x/api/public/goals", "x/i/y.png"} {
		if _, err := client.GetQrCodeWithResponse(context.Background(), id); err != nil {
			t.Fatal(err)
		}
	}
	for _, request := range *requests {
		if request.Header.Get("Authorization") == "" {
			t.Errorf("sent no key to %s", request.URL)
		}
	}
}

func TestFollowsTheFeedFromItsCursor(t *testing.T) {
	page := func(events, cursor string) func(w http.ResponseWriter, r *http.Request) {
		return answer(200, "", "", `{"data":[`+events+`],"pagination":{"limit":50,"nextCursor":"`+cursor+`"}}`)
	}
	event := `{"id":"evt_1","type":"scan.created","timestamp":"2026-01-02T03:04:05.678Z","sandbox":false,"data":{"id":"7"}}`
	client, requests := serve(t, page("", "a"), page(event, "b"))
	options := FollowOptions{After: "now", Types: []string{"scan.created"}, Interval: time.Millisecond}
	for followed, err := range client.FollowEvents(context.Background(), options) {
		if err != nil {
			t.Fatal(err)
		}
		if len(followed.Data) == 0 {
			continue
		}
		scan, err := DataAs[ScanEvent](followed.Data[0])
		if err != nil || scan.Id != "7" || followed.NextCursor != "b" {
			t.Fatalf("got %v, %v", followed, err)
		}
		break
	}
	if query := (*requests)[1].URL.RawQuery; query != "after=a&types=scan.created" {
		t.Fatalf("asked for %s", query)
	}
}

func TestGivesACursorThatMovedWithoutEvents(t *testing.T) {
	page := func(cursor string) func(w http.ResponseWriter, r *http.Request) {
		return answer(200, "", "", `{"data":[],"pagination":{"limit":50,"nextCursor":"`+cursor+`"}}`)
	}
	client, _ := serve(t, page("a"), page("a"), page("b"))
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cursors := []string{}
	for followed, err := range client.FollowEvents(ctx, FollowOptions{Interval: time.Millisecond}) {
		if err != nil {
			t.Fatal(err)
		}
		if cursors = append(cursors, followed.NextCursor); len(cursors) == 2 {
			break
		}
	}
	if cursors[0] != "a" || cursors[1] != "b" {
		t.Fatalf("got %v", cursors)
	}
}

// The example of https://www.standardwebhooks.com.
func TestVerifiesStandardWebhooks(t *testing.T) {
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	body := []byte(`{"test": 2432232314}`)
	header := http.Header{}
	header.Set("Webhook-Id", "msg_p5jXN8AQM9LWM0D4loKWxJek")
	header.Set("Webhook-Timestamp", "1614265330")
	header.Set("Webhook-Signature", "v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
	at := time.Unix(1614265330, 0)
	// Its body is no event of the service, which is another error.
	if _, err := verifyWebhook(body, header, secret, at.Add(Tolerance)); errors.Is(err, ErrNotGenuine) {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"late":    second(verifyWebhook(body, header, secret, at.Add(Tolerance+time.Second))),
		"changed": second(verifyWebhook([]byte(`{"test": 1}`), header, secret, at)),
		"another": second(verifyWebhook(body, header, "another", at)),
	} {
		if !errors.Is(err, ErrNotGenuine) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func second(_ Event, err error) error { return err }
