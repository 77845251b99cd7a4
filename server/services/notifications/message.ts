/** One or several notices, in the language of whoever reads them. */
import { type Language, type TextKey, translate } from '../../domain/i18n/translate'
import { mostUrgent, type Severity } from '../../domain/notices/severities'
import type { NoticeContent } from './notice'

export interface Message {
  /** As webhooks name it. */
  readonly type: string
  readonly title: string
  /** The title with how much it matters, or that it is over. */
  readonly headline: string
  readonly text: string
  readonly link: string | undefined
  /** `undefined` for notices to a user about the own account. */
  readonly severity: Severity | undefined
  readonly isRecovery: boolean
  /** The same when it begins and when it is over. */
  readonly incident: string
  readonly contents: readonly NoticeContent[]
  readonly language: Language
  /** Name of the site. */
  readonly site: string
  readonly nowMs: number
}

export interface MessageContext
  extends Pick<Message, 'type' | 'language' | 'site' | 'nowMs' | 'contents'> {
  /** What notices that name no incident count as. */
  readonly kind: string
}

export function messageOf(context: MessageContext): Message {
  const { contents, language, kind, ...rest } = context
  const severities = contents.flatMap(({ severity }) => severity ?? [])
  const facts = {
    ...rest,
    contents,
    language,
    severity: severities.length === 0 ? undefined : mostUrgent(severities),
    isRecovery: contents.every(({ recovered = false }) => recovered),
    incident: contents[0]?.incident ?? kind,
    link: contents.find(({ link }) => link !== undefined)?.link,
  }
  const [first] = contents
  if (first === undefined) throw new Error('a message of no notice')
  const single = contents.length === 1
  const count = contents.length
  const title = single
    ? translate(language, first.title, first.params)
    : translate(language, 'notice.several_title', { count })
  const text = single
    ? translate(language, first.text, first.params)
    : contents.map((one) => `• ${lineOf(one, language)}`).join('\n')
  return { ...facts, title, headline: headlineOf(title, facts), text }
}

function lineOf(content: NoticeContent, language: Language): string {
  const { severity, recovered = false } = content
  const text = translate(language, content.text, content.params)
  return headlineOf(text, { severity, isRecovery: recovered, language })
}

type Weight = Pick<Message, 'severity' | 'isRecovery' | 'language'>

const HEADLINES: Readonly<Record<Severity, TextKey | undefined>> = {
  critical: 'notice.severity_critical',
  warning: 'notice.severity_warning',
  info: undefined,
}

function headlineOf(title: string, { severity, isRecovery, language }: Weight): string {
  if (severity === undefined) return title
  const key = isRecovery ? 'notice.recovered' : HEADLINES[severity]
  if (key === undefined) return title
  return translate(language, 'notice.headline', { word: translate(language, key), title })
}

/** For services that have no line of its own for the title. */
export function plainText({ headline, text, link }: Message): string {
  return [headline, text, link].filter((line) => line !== undefined).join('\n')
}
