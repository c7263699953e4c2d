package quietzone

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Event is what a webhook and the events feed send. DataAs reads its data.
type Event struct {
	// ID is the same at every delivery of the event.
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	Sandbox   bool            `json:"sandbox"`
	Test      bool            `json:"test,omitempty"`
	Data      json.RawMessage `json:"data"`
}

// DataAs reads the data of an event: a ScanEvent of scan.created, a QrCreatedData of qr.created, a QrUpdatedData of
// qr.updated, a QrDeletedData of qr.deleted, a QrExpiredData of qr.expired, a QuotaReachedData of quota.reached, a
// DomainFailingData of domain.failing.
func DataAs[T any](event Event) (T, error) {
	var data T
	err := json.Unmarshal(event.Data, &data)
	return data, err
}

// FeedPage has events, oldest first. Store NextCursor once you have handled them, and pass it as After to go on from there.
type FeedPage struct {
	Data       []Event
	NextCursor string
}

// FollowOptions say where a feed starts and what it holds.
type FollowOptions struct {
	// After is a NextCursor, or now; empty for the oldest event kept.
	After string
	// Types are the only ones, such as scan.created.
	Types []string
	// Limit is how many events a page has at most: 50 by default, 100 at most.
	Limit int
	// Interval is the wait between two reads when there is nothing new: one second by default.
	Interval time.Duration
}

// FollowEvents returns pages of the events feed until the context ends: the first in any case, then those that have events or
// another cursor.
func (q *Quietzone) FollowEvents(ctx context.Context, options FollowOptions) iter.Seq2[FeedPage, error] {
	interval := options.Interval
	if interval <= 0 {
		interval = time.Second
	}
	return func(yield func(FeedPage, error) bool) {
		after := options.After
		for isFirst := true; ; isFirst = false {
			page, err := q.readEvents(ctx, after, options)
			if err != nil {
				yield(FeedPage{}, err)
				return
			}
			isNew := isFirst || len(page.Data) > 0 || page.NextCursor != after
			after = page.NextCursor
			if isNew && !yield(page, nil) {
				return
			}
			if len(page.Data) > 0 {
				continue
			}
			select {
			case <-time.After(interval):
			case <-ctx.Done():
				yield(FeedPage{}, ctx.Err())
				return
			}
		}
	}
}

func (q *Quietzone) readEvents(ctx context.Context, after string, options FollowOptions) (FeedPage, error) {
	query := url.Values{}
	if after != "" {
		query.Set("after", after)
	}
	if len(options.Types) > 0 {
		query.Set("types", strings.Join(options.Types, ","))
	}
	if options.Limit > 0 {
		query.Set("limit", fmt.Sprint(options.Limit))
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, q.baseURL+"/api/v1/events?"+query.Encode(), nil)
	if err != nil {
		return FeedPage{}, err
	}
	response, err := q.transport.Do(request)
	if err != nil {
		return FeedPage{}, err
	}
	var answer struct {
		Data       []Event `json:"data"`
		Pagination struct {
			NextCursor string `json:"nextCursor"`
		} `json:"pagination"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return FeedPage{}, err
	}
	return FeedPage{Data: answer.Data, NextCursor: answer.Pagination.NextCursor}, nil
}
