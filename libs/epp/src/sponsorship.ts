import type { ElementReader } from './element-reader'

/** Who holds an object and who touched it when, as every `infData` tells (RFC 5731 to 5733, section 3.1.2). */
export interface Sponsorship {
  /** The sponsoring client. */
  readonly clID: string
  /** Who created it; absent where the registry shows a stranger's object in part. */
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
