/** What somebody is notified of, as it is stored: keys and numbers, no sentence in any language. */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { isErrorId } from '../../domain/errors/catalogue'
import { GatewayError } from '../../domain/errors/gateway-error'
import { isTextKey, type TextKey, type TextParams } from '../../domain/i18n/translate'
import { isSeverity, type Severity } from '../../domain/notices/severities'

export interface NoticeContent {
  readonly title: TextKey
  readonly text: TextKey
  readonly params: TextParams
  readonly link?: string | undefined
  /** Only of what happens to the site. */
  readonly severity?: Severity | undefined
  /** It says that something is over. */
  readonly recovered?: boolean | undefined
  /** The same when it begins and when it is over, for services that keep incidents. */
  readonly incident?: string | undefined
}

export interface Notice extends NoticeContent {
  /** As webhooks name it. */
  readonly type:
    | 'quota_exceed'
    | 'limit_used'
    | 'plan_ends'
    | 'plan_unpaid'
    | 'plan_spent'
    | 'channel_update'
    | 'channel_test'
    | 'proxy_unknown'
    | 'price_update'
    | 'second_factor_reset'
    | 'alert'
    | 'test'
  /** Notices of one kind count together for how often a user is notified. */
  readonly kind: string
  readonly intervalMs: number
}

const Params = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))
const Content = Type.Object({
  title: Type.String(),
  text: Type.String(),
  params: Params,
  link: Type.Optional(Type.String()),
  severity: Type.Optional(Type.String()),
  recovered: Type.Optional(Type.Boolean()),
  incident: Type.Optional(Type.String()),
})
const Failure = Type.Object({ id: Type.String(), params: Params })

export function contentText(notice: NoticeContent): string {
  const { title, text, params, link, severity, recovered, incident } = notice
  const content: Static<typeof Content> = {
    title,
    text,
    params,
    ...(link && { link }),
    ...(severity && { severity }),
    ...(recovered && { recovered }),
    ...(incident && { incident }),
  }
  return JSON.stringify(content)
}

/** `undefined` for what another version wrote and this one cannot say. */
export function readContent(stored: string): NoticeContent | undefined {
  const content = parsed(stored)
  if (!Value.Check(Content, content)) return undefined
  const { title, text, severity, ...rest } = content
  if (!isTextKey(title) || !isTextKey(text)) return undefined
  const isKnown = severity !== undefined && isSeverity(severity)
  return { ...rest, title, text, ...(isKnown && { severity }) }
}

export function failureJson({ id, params }: GatewayError): string {
  const failure: Static<typeof Failure> = { id, params: { ...params } }
  return JSON.stringify(failure)
}

/** `undefined` for none. */
export function readFailure(stored: string): GatewayError | undefined {
  const failure = stored === '' ? undefined : parsed(stored)
  if (!Value.Check(Failure, failure) || !isErrorId(failure.id)) return undefined
  return new GatewayError(failure.id, failure.params)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
