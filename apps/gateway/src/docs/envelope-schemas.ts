import { errors } from '@nameyard/contracts/errors'

type Json = { [key: string]: unknown }

const text = (description: string) => ({ type: 'string', description })
const integer = (description: string) => ({ type: 'integer', description })
const empty = (description: string) => ({ type: 'string', const: '', description })

/** The fields around `data` in the answer of a success. */
export const successFields = {
  code: { type: 'integer', const: 0, description: 'Always 0: the operation was carried out.' },
  desc: empty('Always empty; only failures have a sentence.'),
  maintenance: { type: 'boolean', description: 'Whether a part of the platform is in maintenance.' },
  warnings: {
    type: 'array',
    items: { $ref: '#/components/schemas/Warning' },
    description: 'Warnings, such as about an adapted value; usually empty.',
  },
} as const

/** The schemas of the envelopes around all answers. */
export const envelopes: Readonly<Record<string, Json>> = {
  Warning: {
    type: 'object',
    description: 'A warning about a request that was carried out.',
    required: ['code', 'data', 'desc'],
    properties: {
      code: integer('Number of the kind of warning.'),
      data: text('The value that the warning is about; may be empty.'),
      desc: text('The warning in one sentence.'),
    },
  },
  Failure: {
    type: 'object',
    description: 'A failure. The whole body has at most 120 characters.',
    required: ['desc', 'code', 'data'],
    properties: {
      desc: text('One sentence that names the field or object at fault; a long one is cut with `…`.'),
      code: integer('Number of the kind of failure, on which programs act; see the catalogue of errors.'),
      data: empty('Always empty, and always a string.'),
    },
    examples: [{ desc: errors.zone_not_found.desc, code: errors.zone_not_found.code, data: '' }],
  },
  Problem: {
    type: 'object',
    description:
      'A failure as a problem document (RFC 9457), for clients that request it with Accept: the full sentence, one entry for each fault, and the refused order.',
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'data', 'desc', 'errors'],
    properties: {
      type: text('Always about:blank; the code identifies the kind of failure.'),
      title: text('The HTTP status in words, such as Not Found.'),
      status: integer('The HTTP status as a number, such as 404.'),
      detail: text('The full sentence, the answer of the registry, and the id of the operation.'),
      instance: text('Id of the request as a URN; logs name the request by it.'),
      code: integer('Number of the kind of failure, as in the plain body.'),
      data: empty('Always empty, as in the plain body.'),
      desc: text('The full sentence alone; in the plain body it may be cut.'),
      domain_id: integer(
        'Number of the domain that keeps a refused order; POST /v1/domains/{id}/last-operation/restart repeats it.',
      ),
      operation_id: text('Id of the operation that the registry refused.'),
      registry: {
        type: 'object',
        description: 'Answer of the registry.',
        properties: {
          code: integer('Result code (RFC 5730 section 3), such as 2303.'),
          text: text('Message of the registry.'),
        },
      },
      errors: {
        type: 'array',
        description: 'Faults of the input; empty if no single field is wrong.',
        items: {
          type: 'object',
          required: ['field', 'code', 'data', 'desc'],
          properties: {
            field: text('Path of the wrong field, such as records.0.ttl.'),
            code: integer('Number of the kind of fault.'),
            data: text('Always empty.'),
            desc: text('What is wrong with the field.'),
          },
        },
      },
    },
  },
}

/** Headers of answers in addition to those of HTTP. */
export const headers: Readonly<Record<string, Json>> = {
  'Idempotency-Replayed': {
    description:
      '`true` if the answer is that of an earlier request with the same `Idempotency-Key`; otherwise absent.',
    schema: { type: 'string' },
    example: 'true',
  },
  RateLimit: {
    description:
      'Requests that the account can still send now (`r`), and seconds until the full burst is available again (`t`).',
    schema: { type: 'string' },
    example: '"account";r=1999;t=1',
  },
  'RateLimit-Policy': {
    description:
      'Requests that the account can send at once (`q`), and seconds until a used burst is available again (`w`).',
    schema: { type: 'string' },
    example: '"account";q=2000;w=20',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer' },
    example: 2,
  },
  'X-Request-Id': {
    description:
      'Id of the request, a UUID. Mention it in questions to the operator, who can find the request in the logs.',
    schema: { type: 'string', format: 'uuid' },
    example: '019a9f3e-7c00-7cc0-b3a5-2f1d6e8a9b01',
  },
}

/** The header that makes a change idempotent. */
export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of 1 to 255 characters, such as a UUID, that identifies this change for 24 hours. The same key with the same request returns the first answer and changes nothing again; with a different request it is refused.',
  // Without an example, because the reference page would send it with every test request.
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const

/** The header that names the approval of a call by a person. */
export const approvalHeader = {
  name: 'Approval',
  in: 'header',
  required: false,
  description:
    'Number of the approval that the refusal of this call named (10007), when a person has approved it. For API keys with `approval`.',
  schema: { type: 'integer', minimum: 1 },
} as const

/** The header of installations that resell this one, for operations that may go in a circle of them. */
export const passedInstallations = {
  name: 'Passed-Installations',
  in: 'header',
  required: false,
  description:
    'For installations of this platform that resell another one: the identifiers of those that the order has passed, separated by commas. An installation that is among them refuses the order.',
  schema: { type: 'string' },
} as const

/** Version of the API in its descriptions. */
export const API_VERSION = '1.0.0-beta'

const webhookHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** The headers of a webhook (Standard Webhooks). */
export const webhookHeaders = [
  webhookHeader('webhook-id', 'Id of the message: the same when it is sent again.'),
  webhookHeader('webhook-timestamp', 'When this attempt was made: seconds since 1970.'),
  webhookHeader(
    'webhook-signature',
    'Signatures of id, timestamp and body, separated by spaces: `v1,` and HMAC-SHA256 in Base64. One of them is enough.',
  ),
] as const

/** Where a stream begins, and the token of a client that cannot send headers. */
export const streamParameters = [
  {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description:
      'For streams: only events after this one, whatever `after` says. Browsers send it when they connect again.',
    schema: { type: 'string' },
  },
  {
    name: 'access_token',
    in: 'query',
    required: false,
    description:
      'For streams of `EventSource` in browsers, which sends no Authorization header: the token of a login, never an API key.',
    schema: { type: 'string' },
  },
] as const

/** The introduction to the API, for all operations. */
export const introduction = `Domain names and DNS for resellers.

# Requests

Send requests to the address of the installation, such as \`https://localhost:8443\`. Bodies are JSON. \`POST /v1/auth/login\` exchanges name and password for a token; every other request sends it as \`Authorization: Bearer …\`. \`/v1beta\` is a deprecated alias of \`/v1\`: its answers have the headers \`Deprecation\` and \`Link\`.

Instants are UTC as \`YYYY-MM-DD HH:MM:SS\`; \`0000-00-00 00:00:00\` means unset. \`null\` means absent, and unknown fields are ignored. Parameters with a dot, such as \`domain.name\`, are sent exactly like this.

# Answers

A success is HTTP 200 with \`code\` 0 and the result in \`data\`. A failure has another status, a \`code\` other than 0 and a sentence in \`desc\`. With \`Accept: application/problem+json\` failures are problem documents (RFC 9457) that name each wrong field. Every answer has \`X-Request-Id\`.

# Repeating requests

A change without an answer can safely be repeated with the same \`Idempotency-Key\`. Answers with 429 and 503 have \`Retry-After\`. \`RateLimit\` shows how many requests the account can still send.
`
