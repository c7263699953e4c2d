package quietzone

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Tolerance is how old a delivery may be, or its clock ahead.
const Tolerance = 300 * time.Second

// mostSignatures: the service sends two while a secret is being replaced.
const mostSignatures = 5

// ErrNotGenuine means that a delivery is not from the service, was changed, or is too old.
var ErrNotGenuine = errors.New("quietzone: the delivery is not signed with this secret, or is too old")

// VerifyWebhook returns the event of a delivery if it is signed with the secret, as Standard Webhooks describes it. The body
// is the bytes as they came; the secret is the webhook's secret or signingSecret. An event may come twice: drop those whose
// ID you know. The error is ErrNotGenuine, or of the JSON.
func VerifyWebhook(body []byte, header http.Header, secret string) (Event, error) {
	return verifyWebhook(body, header, secret, time.Now())
}

func verifyWebhook(body []byte, header http.Header, secret string, now time.Time) (Event, error) {
	key, err := readKey(secret)
	if err != nil {
		return Event{}, err
	}
	timestamp := header.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	if err != nil || now.Sub(time.Unix(int64(seconds), 0)).Abs() > Tolerance {
		return Event{}, ErrNotGenuine
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("Webhook-Id") + "." + timestamp + "."))
	mac.Write(body)
	expected := mac.Sum(nil)
	candidates := strings.Fields(header.Get("Webhook-Signature"))
	for _, candidate := range candidates[:min(len(candidates), mostSignatures)] {
		text, isKnown := strings.CutPrefix(candidate, "v1,")
		signature, err := base64.StdEncoding.DecodeString(text)
		if isKnown && err == nil && hmac.Equal(signature, expected) {
			var event Event
			err := json.Unmarshal(body, &event)
			return event, err
		}
	}
	return Event{}, ErrNotGenuine
}

func readKey(secret string) ([]byte, error) {
	if secret == "" {
		return nil, errors.New("quietzone: secret is what the service answered when the webhook was created")
	}
	if text, ok := strings.CutPrefix(secret, "whsec_"); ok {
		return base64.StdEncoding.DecodeString(text)
	}
	return []byte(secret), nil
}
