import { InvalidValue, tokenOf } from '../../constraints'
import type { Extension } from '../../extension'
import { LAUNCH, SIGNED_MARK } from '../../namespaces'
import { extensionOf } from '../../response'
import { elementsOf } from '../../xml'
import { encodePhase, type LaunchPhase } from './phase'

const launch = elementsOf(LAUNCH)

/** That somebody read a claims notice and orders nevertheless (RFC 8334 section 3.3.2). */
export interface ClaimsNotice {
  readonly noticeID: string
  readonly validatorID?: string | undefined
  /** Until when the notice is good. */
  readonly notAfter: Date
  readonly acceptedDate: Date
}

export interface LaunchRegistration {
  readonly phase: LaunchPhase
  /** An application is judged after the phase, a registration is made at once; the phase decides when it is absent. */
  readonly type?: 'application' | 'registration' | undefined
  /** Signed marks as their `.smd` files hold them: Base64, without the lines around it (RFC 7848 section 2.4). */
  readonly signedMarks?: readonly string[]
  readonly notice?: ClaimsNotice | undefined
}

/** Registers in a launch phase, or applies for it (RFC 8334 section 3.3). The identifier is an application's. */
export function createInLaunch({
  phase,
  type,
  signedMarks = [],
  notice,
}: LaunchRegistration): Extension<{ readonly applicationID: string | undefined }> {
  const element = launch(
    'create',
    [
      encodePhase(phase),
      ...signedMarks.map((mark) => elementsOf(SIGNED_MARK)('encodedSignedMark', base64(mark))),
      notice &&
        launch('notice', [
          launch('noticeID', tokenOf('noticeID', 1, Infinity, notice.noticeID), { validatorID: notice.validatorID }),
          launch('notAfter', notice.notAfter.toISOString()),
          launch('acceptedDate', notice.acceptedDate.toISOString()),
        ]),
    ],
    { type },
  )
  return {
    element,
    decode: (answer) => ({ applicationID: extensionOf(answer, LAUNCH, 'creData')?.optionalToken('applicationID') }),
  }
}

function base64(mark: string): string {
  const text = mark.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new InvalidValue('encodedSignedMark', 'must be Base64')
  return text
}
