/**
 * The pure modules that `npm run mutants` changes, and the unit tests that must notice. A module takes at most a few
 * minutes on two cores, so large ones are split. `skip` names tests that are too slow to run for every mutant, and tests
 * that measure time, which fail on a busy machine.
 *
 * @typedef {{ mutate: string[], tests: string[], skip?: string[] }} Module
 * @type {Record<string, Module>}
 */
export const modules = {
  "content-cards": {
    mutate: ["lib/content/{contact,vcard}.ts"],
    tests: ["lib/content/{card-reading,contact,vcard,read}.test.ts"],
  },
  "content-formats": {
    mutate: ["lib/content/{card-format,escaped-fields}.ts"],
    tests: ["lib/content/{card-format,card-reading,contact,vcard,read}.test.ts"],
  },
  "content-input": {
    mutate: ["lib/content/{document,faults,values}.ts"],
    tests: ["lib/content/{contact,email,index,sms,url,vcard,wifi}.test.ts"],
    skip: ["parsePayload never throws", "gives back exactly the fields of a card"],
  },
  "content-messages": {
    mutate: ["lib/content/{email,sms}.ts"],
    tests: ["lib/content/{email,sms,index,read}.test.ts"],
    skip: ["parsePayload never throws"],
  },
  "content-types": {
    mutate: ["lib/content/{index,url}.ts"],
    tests: ["lib/content/{index,read,url,web-addresses}.test.ts"],
    skip: ["parsePayload never throws"],
  },
  "content-wifi": {
    mutate: ["lib/content/wifi.ts"],
    tests: ["lib/content/{wifi,index}.test.ts"],
    skip: ["parsePayload never throws"],
  },
  "encoding-codewords": {
    mutate: ["lib/qr/encode/codewords.ts"],
    tests: ["lib/qr/encode/{codewords,golden}.test.ts"],
  },
  "encoding-mask": {
    mutate: ["lib/qr/encode/mask.ts"],
    tests: ["lib/qr/encode/{mask,golden}.test.ts"],
  },
  "encoding-patterns": {
    mutate: ["lib/qr/encode/template.ts"],
    tests: ["lib/qr/encode/{golden,index}.test.ts"],
  },
  "encoding-placement": {
    mutate: ["lib/qr/encode/placement.ts"],
    tests: ["lib/qr/encode/{golden,index,placement}.test.ts"],
  },
  "encoding-segments": {
    mutate: ["lib/qr/encode/segments.ts"],
    tests: ["lib/qr/encode/{capacity,segments,golden}.test.ts"],
  },
  "encoding-symbol": {
    mutate: ["lib/qr/encode/{fit,index}.ts"],
    tests: ["lib/qr/encode/{golden,index}.test.ts"],
  },
  plans: {
    mutate: ["lib/plans.ts"],
    tests: ["lib/plans.test.ts"],
  },
  "rate-windows": {
    mutate: ["lib/rate-limit/{memory-store,window}.ts"],
    tests: ["lib/rate-limit/{memory-store,window}.test.ts"],
    skip: ["a million addresses"],
  },
  "analytics-windows": {
    mutate: ["lib/analytics/{bucket,window}.ts", "lib/analytics/series.ts"],
    tests: ["lib/analytics/{dates,local-time,report-windows,series,window}.test.ts"],
  },
  "analytics-zones": {
    mutate: ["lib/analytics/wrong-zone.ts"],
    tests: ["lib/analytics/wrong-zone.test.ts"],
  },
  "webhook-schedule": {
    mutate: ["lib/webhooks/delivery/{concurrency,schedule}.ts"],
    tests: ["lib/webhooks/delivery/{concurrency,schedule}.test.ts"],
  },
  "url-guard-urls": {
    mutate: ["lib/platform/outgoing/{rules,url}.ts"],
    tests: ["lib/platform/outgoing/{public-address,rules,url}.test.ts"],
    skip: ["that Python calls local"],
  },
  "url-guard-addresses": {
    mutate: ["lib/platform/ip-address.ts"],
    tests: ["lib/platform/ip-address.test.ts", "lib/platform/outgoing/public-address.test.ts"],
    skip: ["10,000 hops", "that Python calls local"],
  },
};
