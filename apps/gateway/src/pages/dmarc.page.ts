import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '@nameyard/contracts/operation'
import { openDmarcLink } from '@nameyard/contracts/orders/open-dmarc-link'
import { LinkPageFilter, LinkPages, tokenOf, wordsFor } from './link-pages'
import { escaped, sendDocument, type Document } from './page'

type Shown = Answer<typeof openDmarcLink>

/** The read-only page behind a link to one e-mail DMARC order. */
@Controller('dmarc/:token')
@UseFilters(LinkPageFilter)
export class DmarcPage {
  constructor(private readonly links: LinkPages) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const shown = await this.links.ask(openDmarcLink, tokenOf(request), request)
    sendDocument(reply, 200, dmarcPage(wordsFor(request, words), shown))
  }
}

type Status = Shown['order']['status']

interface Words {
  readonly language: string
  title(domain: string): string
  readonly status: Readonly<Record<Status, string>>
  readonly state: string
  readonly host: string
  readonly type: string
  readonly value: string
  readonly reports: string
  readonly activated: string
  readonly renews: string
  readonly expires: string
  readonly recent: string
  readonly problem: string
  readonly note: string
}

/** The texts of the page by language. */
const words: Readonly<Record<string, Words>> = {
  en: {
    language: 'en',
    title: (domain) => `E-mail DMARC of ${domain}`,
    status: {
      REQ: 'Requested: the record below is not in the DNS yet.',
      ACT: 'Active.',
      FAI: 'Failed: the record below was not found.',
      DEL: 'Deleted.',
      EXP: 'Expired.',
    },
    state: 'Status',
    host: 'Name of the record',
    type: 'Type',
    value: 'Value',
    reports: 'Reports are sent to',
    activated: 'Active since',
    renews: 'Renews on',
    expires: 'Expires on',
    recent: 'Last action',
    problem: 'Problem',
    note: 'Mail servers send their reports to this address. The reports are not shown here.',
  },
  nl: {
    language: 'nl',
    title: (domain) => `E-mail-DMARC van ${domain}`,
    status: {
      REQ: 'Aangevraagd: het record hieronder staat nog niet in de DNS.',
      ACT: 'Actief.',
      FAI: 'Mislukt: het record hieronder is niet gevonden.',
      DEL: 'Verwijderd.',
      EXP: 'Verlopen.',
    },
    state: 'Status',
    host: 'Naam van het record',
    type: 'Type',
    value: 'Waarde',
    reports: 'Rapporten gaan naar',
    activated: 'Actief sinds',
    renews: 'Wordt verlengd op',
    expires: 'Verloopt op',
    recent: 'Laatste actie',
    problem: 'Probleem',
    note: 'Mailservers sturen hun rapporten naar dit adres. De rapporten worden hier niet getoond.',
  },
  de: {
    language: 'de',
    title: (domain) => `E-Mail-DMARC von ${domain}`,
    status: {
      REQ: 'Beauftragt: Der folgende Eintrag fehlt noch im DNS.',
      ACT: 'Aktiv.',
      FAI: 'Fehlgeschlagen: Der folgende Eintrag wurde nicht gefunden.',
      DEL: 'Gelöscht.',
      EXP: 'Abgelaufen.',
    },
    state: 'Status',
    host: 'Name des Eintrags',
    type: 'Typ',
    value: 'Wert',
    reports: 'Berichte gehen an',
    activated: 'Aktiv seit',
    renews: 'Nächste Verlängerung am',
    expires: 'Läuft ab am',
    recent: 'Letzte Aktion',
    problem: 'Problem',
    note: 'Mailserver senden ihre Berichte an diese Adresse. Die Berichte werden hier nicht angezeigt.',
  },
}

function dmarcPage(texts: Words, { audience, name, order }: Shown): Document {
  const { recent_action: action = '', message = '' } = order.recent_easydmarc_action ?? {}
  const rows: (readonly [string, string])[] = [
    [texts.state, texts.status[order.status]],
    [texts.host, order.record_host],
    [texts.type, order.record_type],
    [texts.value, order.record_value],
    [texts.reports, order.easydmarc_email_address ?? ''],
  ]
  if (audience === 'reseller')
    rows.push(
      [texts.activated, day(order.activated_at)],
      [texts.renews, day(order.renew_at)],
      [texts.expires, day(order.expired_at)],
      [texts.recent, action],
      [texts.problem, message],
    )
  const content = [
    '<table><tbody>',
    ...rows
      .filter(([, value]) => value !== '')
      .map(([label, value]) => `<tr><th>${escaped(label)}</th><td>${escaped(value)}</td></tr>`),
    `</tbody></table><p>${escaped(texts.note)}</p>`,
  ]
  return { language: texts.language, title: texts.title(name), content: content.join('\n') }
}

/** The day of a time; empty if it is not set. */
function day(time: string): string {
  return time.startsWith('0000') ? '' : time.slice(0, 10)
}
