import type { Warning } from '@nameyard/contracts/envelope'
import { describe, errors } from '@nameyard/contracts/errors'
import { isMistypedVat } from './model/vat-number'

/** Says of a VAT number that it may be mistyped; it is stored as it came, for registries decide. */
export function vatAdvice(vat: string): readonly Warning[] {
  if (!isMistypedVat(vat)) return []
  const desc = describe('vat_invalid', { problem: 'is not a VAT number of its country; stored as given' })
  return [{ code: errors.vat_invalid.code, data: '', desc }]
}
