import {
  type Language,
  type TextKey,
  type TextParams,
  translate,
} from '../../domain/i18n/translate'
import { escapeHtml } from '../../domain/text/escape-html'
import type { Mail } from './send-mail'

export interface MailPlan {
  readonly language: Language
  readonly subject: TextKey
  readonly text: TextKey
  readonly params: TextParams
  /** Shown below the text. */
  readonly link?: string | undefined
}

export function composeMail({ language, params, link, subject, text }: MailPlan): Mail {
  return mailOf({
    subject: translate(language, subject, params),
    text: translate(language, text, params),
    link,
  })
}

interface MailText {
  readonly subject: string
  readonly text: string
  readonly link: string | undefined
}

/** A mail as text and as HTML; everything that people typed is escaped in the latter. */
export function mailOf({ subject, text, link }: MailText): Mail {
  const paragraphs = [...text.split('\n').map(escapeHtml), ...(link ? [anchor(link)] : [])]
  return {
    subject: subject.replace(/\s+/g, ' ').trim(),
    text: link ? `${text}\n\n${link}\n` : `${text}\n`,
    html: paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n'),
  }
}

function anchor(link: string): string {
  const shown = escapeHtml(link)
  return `<a href="${shown}">${shown}</a>`
}
