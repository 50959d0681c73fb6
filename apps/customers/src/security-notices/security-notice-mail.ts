import type { sendSecurityNotice } from '@nameyard/contracts/access/send-security-notice'
import type { Payload } from '@nameyard/contracts/event'
import type { Mail } from '../mail/mailer'
import type { NoticeRecipient } from './security-notice.store'

type News = Payload<typeof sendSecurityNotice>

interface Words {
  readonly hello: string
  /** What happened: the subject of the mail, and a sentence with the user name. */
  readonly notices: Readonly<Record<News['notice'], readonly [subject: string, sentence: (username: string) => string]>>
  time(at: string): string
  readonly advice: string
}

const words: Readonly<Record<string, Words>> = {
  en: {
    hello: 'Hello,',
    notices: {
      'password-changed': [
        'Your password was changed',
        (username) => `The password of the user name ${username} was changed.`,
      ],
      'factor-added': [
        'A second factor was added',
        (username) => `A second factor was added to the user name ${username}.`,
      ],
      'factor-removed': [
        'A second factor was removed',
        (username) => `A second factor of the user name ${username} was removed.`,
      ],
      'recovery-code-used': [
        'A recovery code was used',
        (username) => `A recovery code or login code of the user name ${username} was used.`,
      ],
      'recovery-codes-replaced': [
        'Your recovery codes were replaced',
        (username) => `The recovery codes of the user name ${username} were replaced.`,
      ],
      'login-code-created': [
        'A login code was created',
        (username) =>
          `A login code was created for the user name ${username}. With it and the password, one login needs no second factor.`,
      ],
      'passkey-copied': [
        'A passkey may have been copied',
        (username) =>
          `A login with a passkey of the user name ${username} was refused, because the passkey seems to exist twice. Remove it and add a new one.`,
      ],
    },
    time: (at) => `Time: ${at} UTC.`,
    advice:
      'If you did this, there is nothing to do. Otherwise, set a new password at once, end all sessions, and tell the administrator of your account.',
  },
  nl: {
    hello: 'Hallo,',
    notices: {
      'password-changed': [
        'Uw wachtwoord is gewijzigd',
        (username) => `Het wachtwoord van de gebruikersnaam ${username} is gewijzigd.`,
      ],
      'factor-added': [
        'Er is een tweede factor toegevoegd',
        (username) => `Er is een tweede factor toegevoegd aan de gebruikersnaam ${username}.`,
      ],
      'factor-removed': [
        'Er is een tweede factor verwijderd',
        (username) => `Er is een tweede factor van de gebruikersnaam ${username} verwijderd.`,
      ],
      'recovery-code-used': [
        'Er is een herstelcode gebruikt',
        (username) => `Er is een herstelcode of inlogcode van de gebruikersnaam ${username} gebruikt.`,
      ],
      'recovery-codes-replaced': [
        'Uw herstelcodes zijn vervangen',
        (username) => `De herstelcodes van de gebruikersnaam ${username} zijn vervangen.`,
      ],
      'login-code-created': [
        'Er is een inlogcode gemaakt',
        (username) =>
          `Er is een inlogcode gemaakt voor de gebruikersnaam ${username}. Met deze code en het wachtwoord is voor één keer inloggen geen tweede factor nodig.`,
      ],
      'passkey-copied': [
        'Een passkey is mogelijk gekopieerd',
        (username) =>
          `Een login met een passkey van de gebruikersnaam ${username} is geweigerd, omdat de passkey twee keer lijkt te bestaan. Verwijder de passkey en voeg een nieuwe toe.`,
      ],
    },
    time: (at) => `Tijdstip: ${at} UTC.`,
    advice:
      'Hebt u dit zelf gedaan? Dan hoeft u niets te doen. Stel anders meteen een nieuw wachtwoord in, beëindig alle sessies en waarschuw de beheerder van uw account.',
  },
  de: {
    hello: 'Guten Tag,',
    notices: {
      'password-changed': [
        'Ihr Passwort wurde geändert',
        (username) => `Das Passwort des Benutzernamens ${username} wurde geändert.`,
      ],
      'factor-added': [
        'Ein zweiter Faktor wurde hinzugefügt',
        (username) => `Für den Benutzernamen ${username} wurde ein zweiter Faktor hinzugefügt.`,
      ],
      'factor-removed': [
        'Ein zweiter Faktor wurde entfernt',
        (username) => `Ein zweiter Faktor des Benutzernamens ${username} wurde entfernt.`,
      ],
      'recovery-code-used': [
        'Ein Wiederherstellungscode wurde benutzt',
        (username) => `Ein Wiederherstellungscode oder Anmeldecode des Benutzernamens ${username} wurde benutzt.`,
      ],
      'recovery-codes-replaced': [
        'Ihre Wiederherstellungscodes wurden ersetzt',
        (username) => `Die Wiederherstellungscodes des Benutzernamens ${username} wurden ersetzt.`,
      ],
      'login-code-created': [
        'Ein Anmeldecode wurde erstellt',
        (username) =>
          `Für den Benutzernamen ${username} wurde ein Anmeldecode erstellt. Mit ihm und dem Passwort ist für eine Anmeldung kein zweiter Faktor nötig.`,
      ],
      'passkey-copied': [
        'Ein Passkey wurde möglicherweise kopiert',
        (username) =>
          `Eine Anmeldung mit einem Passkey des Benutzernamens ${username} wurde abgelehnt, weil es den Passkey zweimal zu geben scheint. Entfernen Sie ihn und fügen Sie einen neuen hinzu.`,
      ],
    },
    time: (at) => `Zeitpunkt: ${at} UTC.`,
    advice:
      'Wenn Sie das selbst waren, müssen Sie nichts tun. Legen Sie andernfalls sofort ein neues Passwort fest, beenden Sie alle Sitzungen und informieren Sie den Administrator Ihres Kontos.',
  },
}

/** The mail about changed credentials, in the language of the contact or else in English. It has no link to click. */
export function securityNoticeMail(
  { username, email, locale }: NoticeRecipient,
  { notice, at }: News,
): Omit<Mail, 'messageId'> {
  const { hello, notices, time, advice } = words[locale.slice(0, 2).toLowerCase()] ?? words.en!
  const [subject, sentence] = notices[notice]
  return { to: email, subject, text: `${[hello, sentence(username), time(at), advice].join('\n\n')}\n` }
}
