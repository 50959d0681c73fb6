import { errors } from '@nameyard/contracts/errors'

type Json = { [key: string]: unknown }

const text = (description: string) => ({ type: 'string', description })
const integer = (description: string) => ({ type: 'integer', description })
const empty = (description: string) => ({ type: 'string', const: '', description })

/** The fields around `data` in the answer of a success. */
export const successFields = {
  code: { type: 'integer', const: 0, description: 'Always 0: the operation was carried out.' },
  desc: empty('Always empty: only failures have a sentence.'),
  maintenance: { type: 'boolean', description: 'Whether a part of the platform is under maintenance.' },
  warnings: {
    type: 'array',
    items: { $ref: '#/components/schemas/Warning' },
    description: 'Advice that refuses nothing, such as a value that was adapted; usually empty.',
  },
} as const

/** The schemas of what is around every answer. */
export const envelopes: Readonly<Record<string, Json>> = {
  Warning: {
    type: 'object',
    description: 'Advice about a request that was carried out.',
    required: ['code', 'data', 'desc'],
    properties: {
      code: integer('Number of the kind of warning.'),
      data: text('The value that the warning is about; may be empty.'),
      desc: text('The advice in one sentence.'),
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
      'A failure as RFC 9457 has it, for clients whose Accept asks for it: nothing is shortened, one entry for each fault, and the order that was refused.',
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'data', 'desc', 'errors'],
    properties: {
      type: text('Always about:blank: the code tells the kind of failure.'),
      title: text('The HTTP status in words, such as Not Found.'),
      status: integer('The HTTP status as a number, such as 404.'),
      detail: text('The whole sentence, what the registry answered, and the number of the operation.'),
      instance: text('Id of the request as a URN; logs name the request by it.'),
      code: integer('Number of the kind of failure, as in the plain body.'),
      data: empty('Always empty, as in the plain body.'),
      desc: text('The whole sentence alone, as in the plain body but not cut.'),
      domain_id: integer(
        'Number of the domain that keeps a refused order: POST /v1/domains/{id}/last-operation/restart orders it again.',
      ),
      operation_id: text('Id of the operation that the registry refused.'),
      registry: {
        type: 'object',
        description: 'What the registry answered.',
        properties: {
          code: integer('Result code (RFC 5730 section 3), such as 2303.'),
          text: text('The answer in the words of the registry.'),
        },
      },
      errors: {
        type: 'array',
        description: 'The faults of the input; empty when no single field is at fault.',
        items: {
          type: 'object',
          required: ['field', 'code', 'data', 'desc'],
          properties: {
            field: text('Path of the field at fault, such as records.0.ttl.'),
            code: integer('Number of the kind of fault.'),
            data: text('Always empty.'),
            desc: text('What is wrong with the field.'),
          },
        },
      },
    },
  },
}

/** The headers of answers beside those of HTTP. */
export const headers: Readonly<Record<string, Json>> = {
  'Idempotency-Replayed': {
    description: '`true` when the answer is that of an earlier request with the same `Idempotency-Key`; else absent.',
    schema: { type: 'string' },
    example: 'true',
  },
  RateLimit: {
    description: 'Requests left to the account now (`r`), and seconds until it has its whole burst again (`t`).',
    schema: { type: 'string' },
    example: '"account";r=1999;t=1',
  },
  'RateLimit-Policy': {
    description: 'Requests the account may make at once (`q`), and seconds in which a used burst comes back (`w`).',
    schema: { type: 'string' },
    example: '"account";q=2000;w=20',
  },
  'Retry-After': {
    description: 'Seconds to wait before asking again.',
    schema: { type: 'integer' },
    example: 2,
  },
  'X-Request-Id': {
    description: 'Id of the request, a UUID. Name it in questions to the operator: logs are searched by it.',
    schema: { type: 'string', format: 'uuid' },
    example: '019a9f3e-7c00-7cc0-b3a5-2f1d6e8a9b01',
  },
}

/** The header with which a change is made once, however often it is sent. */
export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of 1 to 255 characters, such as a UUID, that stands for this change for 24 hours. The same key with the same request answers what the first one did and changes nothing again; with another request it is refused.',
  // Without an example: the reference would send it with every order that is tried out.
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const

/** What holds for every operation, as people read it before the first one. */
export const introduction = `Domain names and DNS for resellers.

# Requests

The address is that of the installation, such as \`https://localhost:8443\`. Bodies are JSON. \`POST /v1/auth/login\` exchanges name and password for a token; every other request carries it as \`Authorization: Bearer …\`. \`/v1beta\` is a deprecated alias of \`/v1\`: its answers carry \`Deprecation\` and \`Link\`.

Instants are UTC as \`YYYY-MM-DD HH:MM:SS\`; \`0000-00-00 00:00:00\` stands for none. \`null\` means absent, unknown fields are ignored, and parameters with a dot, such as \`domain.name\`, are sent as they are written.

# Answers

A success is HTTP 200 with \`code\` 0 and the result in \`data\`. A failure has another status, a \`code\` other than 0 and a sentence in \`desc\`. With \`Accept: application/problem+json\` failures are problem documents (RFC 9457) that name each field at fault. Every answer carries \`X-Request-Id\`.

# Sending a request again

A change that was not answered may be sent again safely with the same \`Idempotency-Key\`. Answers with 429 and 503 carry \`Retry-After\`. \`RateLimit\` tells how many requests are left to the account.
`
