// Code generated from docs/openapi by npm run openapi. DO NOT EDIT.

package quietzone

// publicOperations take no key; a * is an id.
var publicOperations = []string{
	"GET /api/v1/openapi.json",
	"GET /api/public/qr-codes",
	"POST /api/public/qr-codes",
	"GET /api/public/qr-codes/image",
	"GET /api/public/qr-codes/view/*",
	"GET /i/*",
	"POST /api/public/goals",
	"GET /api/public/qr-codes/openapi.json",
}
