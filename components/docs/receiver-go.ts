/** A receiver in Go's standard library, as the page shows it. */
export const go = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	inbox            = "inbox"
	toleranceSeconds = 300
	mostBytes        = 65_536
)

var secret = []byte(os.Getenv("WEBHOOK_SECRET"))

type Event struct {
	ID        string          ${'`json:"id"`'}
	Type      string          ${'`json:"type"`'}
	Timestamp time.Time       ${'`json:"timestamp"`'}
	Sandbox   bool            ${'`json:"sandbox"`'}
	Data      json.RawMessage ${'`json:"data"`'}
}

// What you do with an event. The answer is sent by then, so it may take its time.
func handle(event Event) error {
	log.Println(event.Type, event.ID)
	return nil
}

func isGenuine(headers http.Header, body []byte) bool {
	signatures := headers.Get("webhook-signature")
	if signatures == "" {
		expected := hex.EncodeToString(sign(body))
		return isSame(expected, headers.Get("x-webhook-signature"))
	}
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	if err != nil {
		return false
	}
	age := time.Now().Unix() - int64(seconds)
	if age > toleranceSeconds || age < -toleranceSeconds {
		return false
	}
	signed := append([]byte(id+"."+timestamp+"."), body...)
	expected := "v1," + base64.StdEncoding.EncodeToString(sign(signed))
	for _, one := range strings.Split(signatures, " ") {
		if isSame(expected, one) {
			return true
		}
	}
	return false
}

func sign(message []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write(message)
	return mac.Sum(nil)
}

func isSame(one, other string) bool {
	return hmac.Equal([]byte(one), []byte(other))
}

// Keeps an event once, whole and on the disk; false if it was there already. In a database:
// a row whose key is the id.
func keep(id string, body []byte) (bool, error) {
	draft, err := os.CreateTemp(inbox, "draft-*")
	if err != nil {
		return false, err
	}
	defer os.Remove(draft.Name())
	_, err = draft.Write(body)
	if err = errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return false, err
	}
	err = os.Link(draft.Name(), filepath.Join(inbox, id+".json"))
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	return err == nil, err
}

var turn sync.Mutex

// One after the other. What fails has no .done and is tried again when the program starts.
func work(id string) {
	turn.Lock()
	defer turn.Unlock()
	var event Event
	body, err := os.ReadFile(filepath.Join(inbox, id+".json"))
	if err == nil {
		err = json.Unmarshal(body, &event)
	}
	if err == nil {
		err = handle(event)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(inbox, id+".done"), nil, 0o644)
	}
	if err != nil {
		log.Println(id, err)
	}
}

func receive(response http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodPost {
		response.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	// The bytes as they came: parsed and written again they would have another signature.
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, mostBytes))
	if err != nil {
		response.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	if !isGenuine(request.Header, body) {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	var event Event
	if err := json.Unmarshal(body, &event); err != nil {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	isNew, err := keep(event.ID, body)
	if err != nil {
		log.Println(err)
		response.WriteHeader(http.StatusInternalServerError)
		return
	}
	response.WriteHeader(http.StatusNoContent)
	if isNew {
		go work(event.ID)
	}
}

func main() {
	if len(secret) != 64 {
		log.Fatal("Set WEBHOOK_SECRET to the secret of your webhook")
	}
	if err := os.MkdirAll(inbox, 0o755); err != nil {
		log.Fatal(err)
	}
	kept, _ := filepath.Glob(filepath.Join(inbox, "*.json"))
	for _, path := range kept {
		id := strings.TrimSuffix(filepath.Base(path), ".json")
		if _, err := os.Stat(filepath.Join(inbox, id+".done")); errors.Is(err, fs.ErrNotExist) {
			go work(id)
		}
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	server := &http.Server{
		Addr:        "127.0.0.1:" + port,
		Handler:     http.HandlerFunc(receive),
		ReadTimeout: 10 * time.Second,
	}
	log.Fatal(server.ListenAndServe())
}
`;
