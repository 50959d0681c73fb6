import { canonicalName } from '../model/name'
import { Refusal } from '../model/result'
import type { LaunchPhase, NameRules } from '../objects/tld-rules.store'
import type { ObjectContext } from '../protocol/command'
import { Fields, onlyAttributes, refuseValue, token, unexpected } from '../xml/fields'
import { LAUNCH } from '../xml/namespaces'
import type { Element } from '../xml/read'
import { element, type Markup } from '../xml/write'
import { findClaimKeys } from './launch.store'

const SIGNED_MARK = 'urn:ietf:params:xml:ns:signedMark-1.0'

const firstLabel = (name: string) => name.split('.')[0] ?? ''

/** The form of a check (RFC 8334 section 3.1): trademark claims on the names, or availability in a phase. */
export type LaunchCheck = { readonly form: 'claims' } | { readonly form: 'avail'; readonly phase: string | undefined }

export function readLaunchCheck(extension: Element): LaunchCheck {
  if (extension.local !== 'check') throw unexpected(extension, 'a check is extended by <launch:check>')
  const fields = new Fields(extension, 'type')
  const phase = fields.optional('phase')
  fields.end()
  const type = extension.attributes.type ?? 'claims'
  if (type === 'avail') return { form: 'avail', phase: phase && readPhase(phase) }
  if (type !== 'claims' && type !== 'trademark') throw unexpected(extension, 'that is not a form of check')
  if (type === 'claims' && phase && readPhase(phase) !== 'claims') {
    throw refuseValue(phase, 2306, 'claims are checked in the phase claims')
  }
  return { form: 'claims' }
}

/** Returns which names match a label in the trademark clearinghouse (RFC 8334 section 3.1.1). */
export async function checkClaims({ db }: Pick<ObjectContext, 'db'>, names: readonly string[]): Promise<Markup> {
  const labels = names.map((name) => firstLabel(canonicalName(name) ?? ''))
  const keys = await findClaimKeys(db, labels)
  return element('launch:chkData', { 'xmlns:launch': LAUNCH }, [
    element('launch:phase', {}, 'claims'),
    ...names.map((name, index) => {
      const key = keys.get(labels[index] ?? '')
      return element('launch:cd', {}, [
        element('launch:name', { exists: key === undefined ? '0' : '1' }, name),
        key === undefined ? undefined : element('launch:claimKey', { validatorID: 'tmch' }, key),
      ])
    }),
  ])
}

/**
 * Refuses a create that the launch phase of its TLD does not allow (RFC 8334 section 3.3). In sunrise the create needs a
 * mark for the label. In claims it needs an accepted notice when there is a trademark (2003, 2306). A create for another
 * phase is refused (2306). Only registrations are supported, no applications.
 */
export async function refuseAgainstPhase(
  { db, extensions, now }: Pick<ObjectContext, 'db' | 'extensions' | 'now'>,
  { launchPhase }: Pick<NameRules, 'launchPhase'>,
  name: string,
): Promise<void> {
  const extension = extensions.get(LAUNCH)
  if (!extension && launchPhase === 'open') return
  const key = (await findClaimKeys(db, [firstLabel(name)])).get(firstLabel(name))
  if (!extension) {
    if (launchPhase === 'sunrise') throw new Refusal(2306, 'in sunrise a mark is shown')
    if (key !== undefined) throw new Refusal(2003, 'there is a trademark, and its notice is to be acknowledged')
    return
  }
  const create = readLaunchCreate(extension, launchPhase)
  if (launchPhase === 'sunrise') {
    const isProven = key !== undefined && create.marks.some((mark) => provesMark(mark, firstLabel(name), key))
    if (!isProven) throw refuseValue(extension, 2306, 'no mark is shown for this label')
  }
  if (launchPhase === 'claims' && key !== undefined) {
    const [notice] = create.notices
    if (!notice) throw new Refusal(2003, 'there is a trademark, and its notice is to be acknowledged')
    refuseLateNotice(notice, now)
  }
}

function readLaunchCreate(extension: Element, launchPhase: LaunchPhase) {
  if (extension.local !== 'create') throw unexpected(extension, 'a create is extended by <launch:create>')
  onlyAttributes(extension, ['type'])
  const [phase, ...rest] = extension.children
  if (phase?.local !== 'phase' || phase.ns !== LAUNCH) throw unexpected(extension, '<phase> comes first')
  const notices = rest.filter(({ ns, local }) => ns === LAUNCH && local === 'notice')
  const marks = rest.filter((child) => !notices.includes(child))
  const isMark = ({ ns, local }: Element) =>
    (ns === LAUNCH && local === 'codeMark') || (ns === SIGNED_MARK && /^(?:encodedS|s)ignedMark$/.test(local))
  const stranger = marks.find((mark) => !isMark(mark) || mark.local !== marks[0]?.local) ?? misplaced(rest, marks)
  if (stranger) throw unexpected(stranger, `<${stranger.local}> is not expected in <create>`)
  const { type } = extension.attributes
  if (type === 'application') throw refuseValue(extension, 2306, 'applications are not supported')
  if (type !== undefined && type !== 'registration') throw unexpected(extension, 'that is not a kind of launch object')
  if (readPhase(phase) !== launchPhase) throw refuseValue(phase, 2306, `the TLD is in the phase ${launchPhase}`)
  return { marks, notices }
}

/** Marks must come before notices. */
function misplaced(rest: readonly Element[], marks: readonly Element[]): Element | undefined {
  return rest.slice(0, marks.length).find((child) => !marks.includes(child))
}

/**
 * A code must be the claim key of the label; a signed mark must contain the label. Signatures are not verified: the
 * sandbox has no clearinghouse to trust.
 */
function provesMark(mark: Element, label: string, key: string): boolean {
  if (mark.local === 'codeMark') {
    return mark.children.some(({ local, text }) => local === 'code' && text.trim() === key)
  }
  const text =
    mark.local === 'encodedSignedMark' ? Buffer.from(mark.text, 'base64').toString('utf8') : JSON.stringify(mark)
  return new RegExp(`[^a-z0-9-]${label}[^a-z0-9-]`).test(text)
}

function refuseLateNotice(notice: Element, now: Date): void {
  const fields = new Fields(notice)
  const noticeID = fields.required('noticeID')
  const notAfter = fields.required('notAfter')
  const acceptedDate = fields.required('acceptedDate')
  fields.end()
  token(noticeID, [1, 255], 'validatorID')
  const [end, accepted] = [readInstant(notAfter), readInstant(acceptedDate)]
  if (end <= now) throw refuseValue(notAfter, 2306, 'the notice has expired')
  if (accepted > now) throw refuseValue(acceptedDate, 2306, 'that has not come yet')
}

function readInstant(field: Element): Date {
  const milliseconds = Date.parse(token(field, [10, 40]))
  if (Number.isNaN(milliseconds)) throw refuseValue(field, 2005, 'that is not a time')
  return new Date(milliseconds)
}

const phases = ['sunrise', 'landrush', 'claims', 'open', 'custom']

function readPhase(field: Element): string {
  const phase = token(field, [1, 32], 'name')
  if (!phases.includes(phase)) throw unexpected(field, 'that is not a phase')
  return phase
}
