import type { ResultCode } from '../model/result'

/** Why a request is refused. */
export type RefusalKind = keyof typeof refusals

/**
 * The numbers and texts of refusals. Those with a source are DENIC's; where DENIC's number is not public, the number is one
 * of this registry. The first digit is the class: 5 temporary, 6 permanent, 7 and 8 a fault of the registry. The code of
 * RFC 5730 is for the audit.
 */
const refusals = {
  format: [63000000006, 'The request has an invalid key/value pair format', 2001], // DENIC-29
  semantics: [63000000007, 'Request shows semantics error', 2003], // DENIC-29
  contact: [53000060009, 'At least one Contact does not exist', 2303], // DENIC-29
  glue: [53300102902, 'Required glue record is missing', 2306], // DENIC-29
  missing: [63300062009, "Domain doesn't exist", 2303], // go-rriclient
  login: [63300020001, 'User or password is wrong', 2200],
  sessions: [53000020003, 'Too many sessions', 2502],
  ctid: [63000000021, 'The CTID was used before', 2306],
  taken: [63300062010, 'Domain is registered', 2302],
  foreign: [63300062011, 'Domain is administered by another RegAcc', 2201],
  own: [63300062012, 'Domain is administered by this RegAcc', 2002],
  status: [63300062013, 'Domain status does not allow the request', 2304],
  holder: [63300062014, 'Holder differs from the recorded one', 2306],
  invalid: [63300062015, 'Domain is invalid', 2306],
  authInfo: [63300088710, 'AuthInfo does not match', 2202],
  hasAuthInfo: [63300088711, 'An AuthInfo is stored already', 2302],
  noAuthInfo: [63300088712, 'No AuthInfo is stored', 2303],
  handle: [63300061010, 'Handle exists', 2302],
  noHandle: [63300061009, 'Handle does not exist', 2303],
  noMessage: [63300077001, 'Message does not exist', 2303],
  money: [53000020104, 'The credit is used up', 2104],
  failed: [73000000001, 'Internal error', 2400],
} as const satisfies Record<string, readonly [number: number, text: string, code: ResultCode]>

/** A refused request. */
export class RriRefusal extends Error {
  override readonly name = 'RriRefusal'

  constructor(
    readonly kind: RefusalKind,
    readonly detail?: string,
  ) {
    super(refusals[kind][1])
  }

  get code(): ResultCode {
    return refusals[this.kind][2]
  }

  /** The message of the answer. */
  get line(): string {
    const [number, text] = refusals[this.kind]
    return `${number} ${text}${this.detail === undefined ? '' : ` [${this.detail}]`}`
  }
}

/** The refusal for a code that a fault injects. */
export function refusalOf(code: ResultCode): RriRefusal {
  const found = (Object.keys(refusals) as RefusalKind[]).find((kind) => refusals[kind][2] === code)
  return new RriRefusal(found ?? 'failed')
}
