import type { ElementReader } from './element-reader'

/** Sponsor and history of an object, as in every `infData` (RFC 5731 to 5733, section 3.1.2). */
export interface Sponsorship {
  /** The sponsoring client. */
  readonly clID: string
  /** The creating client; absent when the registry shows another registrar's object in part. */
  readonly crID: string | undefined
  readonly crDate: Date | undefined
  readonly upID: string | undefined
  readonly upDate: Date | undefined
  readonly trDate: Date | undefined
}

export function decodeSponsorship(infData: ElementReader): Sponsorship {
  return {
    clID: infData.token('clID'),
    crID: infData.optionalToken('crID'),
    crDate: infData.optionalDate('crDate'),
    upID: infData.optionalToken('upID'),
    upDate: infData.optionalDate('upDate'),
    trDate: infData.optionalDate('trDate'),
  }
}
