/** Reports in the shapes that mail servers write, with CRLF. */

const crlf = (text: string) => text.replaceAll('\n', '\r\n')

export interface Reported {
  readonly to: string
  readonly recipient: string
}

/** Postfix, with fields of its own and the header of the mail. */
export const postfix = ({ to, recipient }: Reported, action = 'failed', status = '5.1.1') =>
  crlf(`Return-Path: <>
Date: Fri, 01 Jan 2027 00:00:05 +0000 (UTC)
From: MAILER-DAEMON@mx.example.com (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4TNh1c0fYXz.1766/mx.example.com"
Content-Transfer-Encoding: 8bit
Message-Id: <4TNh1c0hQPz@mx.example.com>

This is a MIME-encapsulated message.

--4TNh1c0fYXz.1766/mx.example.com
Content-Description: Notification
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

This is the mail system at host mx.example.com.

<${recipient}>: host mail.example.com[192.0.2.5] said: 550 5.1.1
    <${recipient}>: Recipient address rejected: User unknown (in reply to RCPT TO command)

--4TNh1c0fYXz.1766/mx.example.com
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com
X-Postfix-Queue-ID: 4TNh1c0fYXz
X-Postfix-Sender: rfc822; ${to}
Arrival-Date: Fri, 01 Jan 2027 00:00:01 +0000 (UTC)

Final-Recipient: rfc822; ${recipient}
Original-Recipient: rfc822;${recipient}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mail.example.com
Diagnostic-Code: smtp; 550 5.1.1 <${recipient}>: Recipient address
    rejected: User unknown

--4TNh1c0fYXz.1766/mx.example.com
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers
Content-Transfer-Encoding: 8bit

Return-Path: <${to}>
From: Names <names@example.net>
To: ${recipient}
Subject: Please confirm your e-mail address

--4TNh1c0fYXz.1766/mx.example.com--
`)

/** Exim since 4.86: a status without a field \`Diagnostic-Code\` of its own text, and X-Failed-Recipients. */
export const exim = ({ to, recipient }: Reported) =>
  crlf(`X-Failed-Recipients: ${recipient}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@exim.example.com>
To: ${to}
References: <1@example.net>
Content-Type: multipart/report; report-type=delivery-status; boundary=1766-eximdsn-99
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1tX-0001@exim.example.com>
Date: Fri, 01 Jan 2027 00:00:05 +0000

--1766-eximdsn-99
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

--1766-eximdsn-99
Content-type: message/delivery-status

Reporting-MTA: dns; exim.example.com

Action: failed
Final-Recipient: rfc822;${recipient}
Status: 5.0.0
Remote-MTA: dns; mail.example.com
Diagnostic-Code: smtp; 552 5.2.2 mailbox is full

--1766-eximdsn-99
Content-type: message/rfc822

Return-path: <${to}>
Subject: Please confirm your e-mail address

Hello

--1766-eximdsn-99--
`)

/** Exim before that: text only, with a header field that names the recipient. */
export const oldExim = ({ to, recipient }: Reported) =>
  crlf(`X-Failed-Recipients: ${recipient}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@exim.example.com>
To: ${to}
Subject: Mail delivery failed: returning message to sender

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${recipient}
    SMTP error from remote mail server after RCPT TO:<${recipient}>:
    host mail.example.com [192.0.2.5]: 550 5.1.1 no such user
`)

/** Exchange Online: HTML beside the text, the status in base64, the mail attached. */
export const exchange = ({ to, recipient }: Reported) => {
  const status = crlf(`Reporting-MTA: dns;AM0PR01.example.com
Received-From-MTA: dns;mail.example.net
Arrival-Date: Fri, 1 Jan 2027 00:00:01 +0000

Original-Recipient: rfc822;${recipient}
Final-Recipient: rfc822;${recipient}
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${recipient} not found by SMTP address lookup
`)
  return crlf(`From: <postmaster@example.com>
To: <${to}>
Date: Fri, 1 Jan 2027 00:00:05 +0000
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="c2b8e1a4"
Content-Language: en-US
Subject: Undeliverable: Please confirm your e-mail address
Auto-Submitted: auto-replied

--c2b8e1a4
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="9f3d0b77"

--9f3d0b77
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Your message couldn't be delivered.=20

--9f3d0b77
Content-Type: text/html; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

<html><body><p>Your message couldn't be delivered.</p></body></html>

--9f3d0b77--

--c2b8e1a4
Content-Type: message/delivery-status
Content-Transfer-Encoding: base64

${Buffer.from(status).toString('base64').replaceAll(/.{76}/g, '$&\n')}

--c2b8e1a4
Content-Type: message/rfc822

From: Names <names@example.net>
Subject: Please confirm your e-mail address

Hello
--c2b8e1a4--
`)
}

/** Gmail: a related part with an icon, and a status with its own fields. */
export const gmail = ({ to, recipient }: Reported) =>
  crlf(`From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: ${to}
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
X-Failed-Recipients: ${recipient}
Message-ID: <65a.1@mx.google.com>
MIME-Version: 1.0
Content-Type: multipart/report; boundary="000000000000a1"; report-type=delivery-status

--000000000000a1
Content-Type: multipart/related; boundary="000000000000b2"

--000000000000b2
Content-Type: multipart/alternative; boundary="000000000000c3"

--000000000000c3
Content-Type: text/plain; charset="UTF-8"

** Address not found **

--000000000000c3
Content-Type: text/html; charset="UTF-8"

<html><p>Address not found</p></html>

--000000000000c3--
--000000000000b2
Content-Type: image/png; name="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgo=

--000000000000b2--
--000000000000a1
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Arrival-Date: Thu, 31 Dec 2026 16:00:01 -0800 (PST)
X-Original-Message-ID: <1@example.net>

Final-Recipient: rfc822; ${recipient}
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.google.com. (2001:db8::1, the server for the domain gmail.com.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550-5.1.1 double-checking the recipient's email address
Last-Attempt-Date: Thu, 31 Dec 2026 16:00:02 -0800 (PST)

--000000000000a1
Content-Type: message/rfc822

Subject: Please confirm your e-mail address

Hello
--000000000000a1--
`)

/** sendmail: a warning that a mail waits (\`Will-Retry-Until\`). */
export const sendmailDelay = ({ to, recipient }: Reported) =>
  crlf(`From: Mail Delivery Subsystem <MAILER-DAEMON@send.example.com>
To: <${to}>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="0010A1.1766/send.example.com"
Subject: Warning: could not send message for past 4 hours
Auto-Submitted: auto-generated (warning-timeout)

This is a MIME-encapsulated message

--0010A1.1766/send.example.com

    **********************************************
    **      THIS IS A WARNING MESSAGE ONLY      **
    **********************************************

--0010A1.1766/send.example.com
Content-Type: message/delivery-status

Reporting-MTA: dns; send.example.com
Arrival-Date: Fri, 1 Jan 2027 00:00:01 GMT

Final-Recipient: RFC822; ${recipient}
Action: delayed
Status: 4.4.1
Remote-MTA: DNS; mail.example.com
Last-Attempt-Date: Fri, 1 Jan 2027 04:00:01 GMT
Will-Retry-Until: Wed, 6 Jan 2027 00:00:01 GMT

--0010A1.1766/send.example.com
Content-Type: text/rfc822-headers

Subject: Please confirm your e-mail address

--0010A1.1766/send.example.com--
`)

/** A complaint (RFC 5965, appendix B.2). */
export const complaint = (
  { to, recipient }: Reported,
  { returnPath = to, type = 'abuse' }: { readonly returnPath?: string; readonly type?: string } = {},
) =>
  crlf(`From: <abusedesk@example.com>
Date: Fri, 1 Jan 2027 12:00:00 +0000
Subject: FW: Please confirm
To: <${to}>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report;
     boundary="part1_13d.2e68ed54_boundary"

--part1_13d.2e68ed54_boundary
Content-Type: text/plain; charset="US-ASCII"
Content-Transfer-Encoding: 7bit

This is an email abuse report for an email message.

--part1_13d.2e68ed54_boundary
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <${returnPath}>
Original-Rcpt-To: <${recipient}>
Reporting-MTA: dns; mail.example.com
Source-IP: 192.0.2.1

--part1_13d.2e68ed54_boundary
Content-Type: message/rfc822
Content-Disposition: inline

Return-Path: <${returnPath}>
From: <names@example.net>
Subject: Please confirm

Hello

--part1_13d.2e68ed54_boundary--
`)
