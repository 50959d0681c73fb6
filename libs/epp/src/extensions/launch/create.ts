import { extensionOf } from '../../answer'
import { InvalidValue, tokenOf } from '../../constraints'
import type { Extension } from '../../extension'
import { LAUNCH, SIGNED_MARK } from '../../namespaces'
import { elementsOf } from '../../xml'
import { encodePhase, type LaunchPhase } from './phase'

const launch = elementsOf(LAUNCH)

/** The acceptance of a claims notice (RFC 8334 section 3.3.2). */
export interface ClaimsNotice {
  readonly noticeID: string
  readonly validatorID?: string | undefined
  /** The expiry of the notice. */
  readonly notAfter: Date
  readonly acceptedDate: Date
}

export interface LaunchRegistration {
  readonly phase: LaunchPhase
  /** An application is decided after the phase, a registration takes effect at once. Default: depends on the phase. */
  readonly type?: 'application' | 'registration' | undefined
  /** Signed marks as in `.smd` files: Base64, without the lines around it (RFC 7848 section 2.4). */
  readonly signedMarks?: readonly string[]
  readonly notice?: ClaimsNotice | undefined
}

/** Creates a registration or an application in a launch phase (RFC 8334 section 3.3). An application gets an identifier. */
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
