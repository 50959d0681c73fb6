import type { Warning } from '@nameyard/contracts/envelope'
import { describe, errors } from '@nameyard/contracts/errors'
import { isMistypedVat } from './model/vat-number'

/** Returns a warning for a VAT number that may be mistyped. It is stored anyway, because registries decide. */
export function vatAdvice(vat: string): readonly Warning[] {
  if (!isMistypedVat(vat)) return []
  const desc = describe('vat_invalid', { problem: 'does not match the format of its country; stored as given' })
  return [{ code: errors.vat_invalid.code, data: '', desc }]
}
