package quietzone

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"
)

// largestAnswer is in bytes. An endless response would fill the caller's memory.
const largestAnswer = 64 << 20

// firstPause is the wait before the first retry; doubled for each one after it.
const firstPause = 500 * time.Millisecond

// transport sends each call of a client: with its key, again where that is safe, and turns errors into *APIError.
type transport struct {
	http       *http.Client
	basePath   string
	apiKey     string
	timeout    time.Duration
	maxRetries int
	maxWait    time.Duration
	allowHTTP  bool
}

// Do sends a call, and repeats it with the same bytes where nothing can happen twice.
func (t *transport) Do(request *http.Request) (*http.Response, error) {
	isPublic := t.isPublic(request)
	isRepeatable := request.Method == http.MethodGet
	if !isPublic {
		if t.apiKey != "" {
			request.Header.Set("Authorization", "Bearer "+t.apiKey)
		}
		if request.Method == http.MethodPost {
			isRepeatable = true
			if request.Header.Get("Idempotency-Key") == "" {
				request.Header.Set("Idempotency-Key", newKey())
			}
		}
	}
	for retries := 0; ; retries++ {
		response, err := t.attempt(request)
		if err == nil {
			return response, nil
		}
		pause, ok := t.pauseBefore(err, retries, isRepeatable)
		if !ok {
			return nil, err
		}
		select {
		case <-time.After(pause):
		case <-request.Context().Done():
			return nil, request.Context().Err()
		}
	}
}

// isPublic says whether a call is one of publicOperations, in which * is an id.
func (t *transport) isPublic(request *http.Request) bool {
	operation := request.Method + " " + strings.TrimPrefix(request.URL.EscapedPath(), t.basePath)
	return slices.ContainsFunc(publicOperations, func(pattern string) bool {
		ok, _ := path.Match(pattern, operation)
		return ok
	})
}

// attempt is one request with its whole answer.
func (t *transport) attempt(request *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(request.Context(), t.timeout)
	defer cancel()
	again := request.Clone(ctx)
	if request.GetBody != nil {
		body, err := request.GetBody()
		if err != nil {
			return nil, err
		}
		again.Body = body
	}
	response, err := t.http.Do(again)
	if err != nil {
		return nil, t.describe(request, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, largestAnswer+1))
	if err != nil {
		return nil, t.describe(request, err)
	}
	if len(body) > largestAnswer {
		message := "the answer is larger than 64 MiB"
		return nil, &APIError{
			Status: response.StatusCode, Code: "unexpected_answer", Message: message, Hint: baseURLHint,
		}
	}
	if response.StatusCode >= 300 {
		return nil, readError(response, body)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, nil
}

// describe keeps the caller's own cancellation as it is.
func (t *transport) describe(request *http.Request, err error) error {
	if cause := request.Context().Err(); cause != nil {
		return cause
	}
	return &ConnectionError{
		Code: "unreachable", Hint: unreachableHint, Method: request.Method, URL: request.URL.String(), Err: err,
	}
}

func (t *transport) pauseBefore(err error, retries int, isRepeatable bool) (time.Duration, bool) {
	if retries >= t.maxRetries || !mayFollow(err, isRepeatable) {
		return 0, false
	}
	var failure *APIError
	if errors.As(err, &failure) && failure.RetryAfter != nil {
		return *failure.RetryAfter, *failure.RetryAfter <= t.maxWait
	}
	// Between half and whole, so that clients that failed together don't come back together.
	pause := time.Duration(float64(firstPause<<retries) * (0.5 + mathrand.Float64()/2))
	return pause, pause <= t.maxWait
}

func mayFollow(err error, isRepeatable bool) bool {
	var lost *ConnectionError
	if errors.As(err, &lost) {
		return isRepeatable
	}
	var failure *APIError
	if !errors.As(err, &failure) {
		return false
	}
	switch failure.Status {
	case http.StatusTooManyRequests:
		return true
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return isRepeatable
	default:
		return isRepeatable && failure.Code == "idempotency_in_progress"
	}
}

func newKey() string {
	bytes := make([]byte, 16)
	_, _ = rand.Read(bytes)
	return fmt.Sprintf("%x", bytes)
}
