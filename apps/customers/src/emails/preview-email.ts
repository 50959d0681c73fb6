import { Controller } from '@nestjs/common'
import { previewEmail } from '@nameyard/contracts/emails/preview-email'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { MailComposer } from '../mail/mail-composer'
import { samplesOf, variablesOf } from '../mail/templates/compiled-mail'
import { compiledWords, typeGiven, wordsGiven } from './given-words'

@Controller()
export class PreviewEmail {
  constructor(private readonly composer: MailComposer) {}

  @Handles(previewEmail)
  async execute(input: Input<typeof previewEmail>, call: Call): Promise<Result<typeof previewEmail>> {
    const type = typeGiven(input)
    const variables = Object.entries(variablesOf(type))
    const recipient = { resellerId: resellerOf(call), email: '', locale: input.locale ?? 'en' }
    const print = input.fields && compiledWords(type, wordsGiven(input.fields))
    const { subject, text, html } = await this.composer.compose(type, recipient, samplesOf(type), print)
    return { subject, text, html: html ?? '', variables: variables.map(([name, variable]) => ({ name, ...variable })) }
  }
}
