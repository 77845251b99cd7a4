/** Fields of the services that carry notices, as flags. */
import { NOTICE_SERVICE_IDS, type NoticeServiceId } from '../../server/domain/notices/service-ids'
import { FIELD_NAMES, type FieldName, noticeService } from '../../server/domain/notices/services'
import type { FlagRow } from '../command/command-row'
import type { CommandContext } from '../command/context'

export const SERVICE_FLAGS = {
  to: { kind: 'text', value: 'ADDRESS', summary: 'e-mail address' },
  url: { kind: 'text', value: 'URL', summary: 'webhook address; "-" reads stdin' },
  server: { kind: 'text', value: 'URL', summary: 'server of one’s own' },
  key: { kind: 'text', summary: 'key of the device, account or integration; "-" reads stdin' },
  token: { kind: 'text', summary: 'token of the bot or application; "-" reads stdin' },
  secret: { kind: 'text', summary: 'signs what is sent; "-" reads stdin' },
  'chat-id': { kind: 'text', summary: 'chat of Telegram' },
  'thread-id': { kind: 'text', summary: 'topic within the chat' },
  topic: { kind: 'text', summary: 'topic of ntfy; "-" reads stdin' },
  receivers: { kind: 'text', summary: 'UIDs and topic ids of WxPusher, separated by commas' },
} as const satisfies Readonly<Record<Dashed<FieldName>, FlagRow>>

type Dashed<Name extends string> = Name extends `${infer Start}_${infer End}`
  ? `${Start}-${Dashed<End>}`
  : Name

type Given = Readonly<Partial<Record<Dashed<FieldName>, string | undefined>>>

const SECRETS = new Set(
  NOTICE_SERVICE_IDS.flatMap((id: NoticeServiceId) =>
    noticeService(id).fields.flatMap(({ name, isSecret }) => (isSecret === true ? [name] : [])),
  ),
)

/** What was given, by the names of the fields; `undefined` for nothing. */
export async function serviceFields(
  { secret }: Pick<CommandContext, 'secret'>,
  flags: Given,
): Promise<Record<string, string> | undefined> {
  const fields: Record<string, string> = {}
  for (const name of FIELD_NAMES) {
    const typed = flags[dashed(name)]
    const value = SECRETS.has(name) ? await secret(typed, '') : typed
    if (value !== undefined) fields[name] = value
  }
  return Object.keys(fields).length === 0 ? undefined : fields
}

function dashed(name: FieldName): Dashed<FieldName> {
  if (name === 'chat_id') return 'chat-id'
  return name === 'thread_id' ? 'thread-id' : name
}
