package quietzone

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"
)

// APIError is an answer of the service that is an error.
type APIError struct {
	Status int
	// Code is stable, for programs; the service's page /docs/errors lists every code. It is unexpected_answer where the
	// answer is not the service's own.
	Code    string
	Message string
	// Hint says what to change.
	Hint string
	// Docs is the page of the code.
	Docs      string
	RequestID string
	// Details has every problem of the request, one for each field.
	Details []ErrorDetail
	// RetryAfter is how long to wait until the same call can succeed; nil where the service does not say.
	RetryAfter *time.Duration
}

func (e *APIError) Error() string {
	return fmt.Sprintf("quietzone: %d %s: %s", e.Status, e.Code, e.Message)
}

// ConnectionError means that no whole answer came: the service is unreachable, the connection broke, or a timeout passed.
type ConnectionError struct {
	// Code is unreachable.
	Code string
	// Hint says what to change.
	Hint   string
	Method string
	URL    string
	Err    error
}

const (
	baseURLHint     = "Set baseURL to the address at which the service itself answers."
	unreachableHint = "Check that the service runs and that baseURL is its address."
)

func (e *ConnectionError) Error() string {
	return fmt.Sprintf("quietzone: no answer: %s %s: %v", e.Method, e.URL, e.Err)
}

func (e *ConnectionError) Unwrap() error { return e.Err }

// readError is the error that a response is.
func readError(response *http.Response, body []byte) *APIError {
	failure := &APIError{
		Status:     response.StatusCode,
		Code:       "unexpected_answer",
		Hint:       baseURLHint,
		RequestID:  response.Header.Get("X-Request-Id"),
		RetryAfter: readRetryAfter(response.Header.Get("Retry-After")),
	}
	if response.StatusCode < 400 {
		failure.Message = fmt.Sprintf("the address answered with a redirect to %s", response.Header.Get("Location"))
		return failure
	}
	var told Error
	if json.Unmarshal(body, &told) != nil || told.Code == "" {
		failure.Message = "without an error of the service"
		return failure
	}
	failure.Code = string(told.Code)
	failure.Message = told.Error
	failure.Hint, failure.Docs, failure.RequestID = told.Hint, told.Docs, told.RequestId
	if told.Details != nil {
		failure.Details = *told.Details
	}
	return failure
}

// readRetryAfter reads seconds; a proxy may also name an instant.
func readRetryAfter(value string) *time.Duration {
	if value == "" {
		return nil
	}
	wait := time.Duration(0)
	if seconds, err := strconv.ParseUint(value, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		wait = time.Duration(min(seconds, math.MaxInt64/uint64(time.Second))) * time.Second
	} else if until, err := http.ParseTime(value); err == nil {
		wait = time.Until(until)
	} else {
		return nil
	}
	wait = max(wait, 0)
	return &wait
}
