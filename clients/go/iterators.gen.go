// Code generated from docs/openapi by npm run openapi. DO NOT EDIT.

package quietzone

import (
	"context"
	"iter"
)

// ListAllQrCodes returns every item of ListQrCodes, reading a page when it is needed.
func (q *Quietzone) ListAllQrCodes(ctx context.Context, params *ListQrCodesParams) iter.Seq2[ListedQrCode, error] {
	return readPages(func(cursor *string) ([]ListedQrCode, *string, error) {
		asked := ListQrCodesParams{}
		if params != nil {
			asked = *params
		}
		asked.Page, asked.Cursor = nil, cursor
		if asked.Limit == nil {
			asked.Limit = Ptr(100)
		}
		answer, err := q.ListQrCodesWithResponse(ctx, &asked)
		if err != nil {
			return nil, nil, err
		}
		return answer.JSON200.Data, answer.JSON200.Pagination.NextCursor, nil
	})
}

// ListAllScans returns every item of ListScans, reading a page when it is needed.
func (q *Quietzone) ListAllScans(ctx context.Context, params *ListScansParams) iter.Seq2[ScanEvent, error] {
	return readPages(func(cursor *string) ([]ScanEvent, *string, error) {
		asked := ListScansParams{}
		if params != nil {
			asked = *params
		}
		asked.Page, asked.Cursor = nil, cursor
		if asked.Limit == nil {
			asked.Limit = Ptr(100)
		}
		answer, err := q.ListScansWithResponse(ctx, &asked)
		if err != nil {
			return nil, nil, err
		}
		return answer.JSON200.Data, answer.JSON200.Pagination.NextCursor, nil
	})
}

// ListAllWebhookDeliveries returns every item of ListWebhookDeliveries, reading a page when it is needed.
func (q *Quietzone) ListAllWebhookDeliveries(ctx context.Context, id string, params *ListWebhookDeliveriesParams) iter.Seq2[WebhookDelivery, error] {
	return readPages(func(cursor *string) ([]WebhookDelivery, *string, error) {
		asked := ListWebhookDeliveriesParams{}
		if params != nil {
			asked = *params
		}
		asked.Page, asked.Cursor = nil, cursor
		if asked.Limit == nil {
			asked.Limit = Ptr(100)
		}
		answer, err := q.ListWebhookDeliveriesWithResponse(ctx, id, &asked)
		if err != nil {
			return nil, nil, err
		}
		return answer.JSON200.Data, answer.JSON200.Pagination.NextCursor, nil
	})
}
