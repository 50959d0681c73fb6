import { extensionOf } from '../../answer'
import type { Command } from '../../command'
import { checkDomain } from '../../domain/check'
import { boolean, ElementReader, token } from '../../element-reader'
import { LAUNCH } from '../../namespaces'
import { elementsOf } from '../../xml'
import { encodePhase, type LaunchPhase } from './phase'

/** Whether trademarks match a name, and the keys of the claims notice. */
export interface Claims {
  readonly name: string
  readonly exists: boolean
  readonly claimKeys: readonly { readonly key: string; readonly validatorID: string | undefined }[]
}

/**
 * Checks which names have a trademark claim (RFC 8334 section 3.1.1). This form of check does not return availability:
 * the answer has no `chkData` of the domain mapping.
 */
export function checkClaims(names: readonly string[], phase: LaunchPhase): Command<readonly Claims[]> {
  return {
    ...checkDomain(names),
    name: 'domain:check-claims',
    extension: [elementsOf(LAUNCH)('check', [encodePhase(phase)], { type: 'claims' })],
    decode: (answer) =>
      (extensionOf(answer, LAUNCH, 'chkData')?.all('cd') ?? []).map((each): Claims => {
        const cd = new ElementReader(each)
        const name = cd.get('name')
        return {
          name: token(name),
          exists: boolean(name, 'exists'),
          claimKeys: cd.all('claimKey').map((key) => ({ key: token(key), validatorID: key.attrs.validatorID })),
        }
      }),
  }
}
