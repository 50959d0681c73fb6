/** EPP extensions of the RFCs, and common ones, that commands of an extension (TLD) use unless its record says otherwise. */
export const commonEppExtensions = [
  'rgp',
  'secDNS',
  'fee',
  'launch',
  'idn',
  'loginSec',
  'allocationToken',
  'changePoll',
] as const

/** EPP extensions that commands of an extension (TLD) may use, by the name in their namespace. */
export const eppExtensions = [...commonEppExtensions, 'charge'] as const
