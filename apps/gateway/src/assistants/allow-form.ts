import type { AssistantProfile } from '@nameyard/contracts/assistants/profile-names'
import type { Page } from '../pages/page'
import type { Words } from './allow-words'
import type { GivenLimits } from './allowed-limits'

type Fields = NonNullable<NonNullable<Page['form']>['fields']>

/** What a client asks for. */
export interface Asked {
  /** The URL of its metadata document. */
  readonly clientId: string
  readonly clientName: string
  readonly redirectUri: URL
  readonly resource: string
  readonly profile: AssistantProfile
  /** Rights. */
  readonly scope: readonly string[]
  /** Whether it asks for `offline_access`. */
  readonly isOffline: boolean
}

/** The page that asks a person. */
export function formOf(
  texts: Words,
  asked: Asked,
  again?: { readonly username: string; readonly problem: string; readonly limits: GivenLimits },
): Page {
  const { clientId, clientName, redirectUri, scope, profile } = asked
  const rights = scope.map((right) => texts.rights[right]).join(', ')
  return {
    language: texts.language,
    title: texts.title,
    paragraphs: [
      ...(again ? [again.problem] : []),
      texts.asked(clientName, new URL(clientId).host),
      texts.may(rights, profile),
      texts.answerGoesTo(placeOf(redirectUri, texts)),
      texts.advice,
    ],
    form: {
      fields: [
        { name: 'username', label: texts.username, kind: 'username', ...(again && { value: again.username }) },
        { name: 'password', label: texts.password, kind: 'current-password' },
        { name: 'otp', label: texts.code, kind: 'one-time-code' },
        ...limitFields(texts, scope, again?.limits),
      ],
      buttons: [
        // The first button is also that of the Enter key.
        ...(scope.includes('purchase') && scope.length > 1
          ? [{ label: texts.allowFree, name: 'decision', value: 'allow-free' }]
          : []),
        { label: texts.allow, name: 'decision', value: 'allow' },
        { label: texts.refuse, name: 'decision', value: 'refuse', isWithoutFields: true },
      ],
      leadsTo: isWeb(redirectUri) ? redirectUri.origin : redirectUri.protocol,
    },
  }
}

/** Asks what a person approves and what orders may cost, as far as the rights make it a question. */
function limitFields({ limits }: Words, scope: readonly string[], given?: GivenLimits): Fields {
  const mayBuy = scope.includes('purchase')
  if (!mayBuy && !scope.includes('write')) return []
  const { purchases, 'purchases-and-destructive': destructive, none } = limits.choices
  const choices: Readonly<Record<string, string>> = mayBuy
    ? { purchases, 'purchases-and-destructive': destructive, none }
    : { none, 'purchases-and-destructive': limits.destructiveOnly }
  const amounts: Fields = [
    { name: 'spend_per_day', label: limits.perDay, kind: 'amount', value: given?.spend_per_day ?? '' },
    { name: 'spend_per_month', label: limits.perMonth, kind: 'amount', value: given?.spend_per_month ?? '' },
  ]
  return [
    { name: 'approval', label: limits.approval, choices, value: given?.approval ?? '' },
    ...(mayBuy ? amounts : []),
  ]
}

const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:'

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

function placeOf(uri: URL, { thisComputer }: Words): string {
  if (!isWeb(uri)) return uri.protocol
  return loopback.has(uri.hostname) ? thisComputer : uri.host
}
