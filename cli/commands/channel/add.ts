import { worthOffering } from '../../../server/domain/calls/model-calls'
import { channelTypeById, DEFAULT_CHANNEL_TYPE } from '../../../server/domain/channel-types'
import { retiredAdvice, type Say } from '../../../server/domain/channels/guide'
import { translate } from '../../../server/domain/i18n/translate'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { words } from '../../words'
import { CHANNEL_BODY, CHANNEL_FLAGS, channelInput } from './flags'
import { restWords, typeWords } from './rest-words'
import { CHANNEL_VIEW } from './view'

const en: Say = (key, params) => translate('en', key, params)

function namesIn(models: string): string[] {
  return models.split(',').map((model) => model.trim())
}

export const channelAdd = defineCommand({
  path: ['channel', 'add'],
  summary: 'add a channel; several keys, one per line, make several channels',
  args: [{ name: 'name', summary: 'name of the channel', optional: true }],
  flags: { name: { kind: 'text', summary: 'the same as the argument' }, ...CHANNEL_FLAGS },
  examples: [
    'GW_CHANNEL_KEY=sk-… gw channel add main --models gpt-4o,gpt-4o-mini',
    `echo '{"name":"main","key":"sk-…","models":["gpt-4o"]}' | gw channel add -`,
    'gw channel add local --base-url http://127.0.0.1:11434 --models qwen3 --key - < key.txt',
  ],
  json: CHANNEL_VIEW,
  body: CHANNEL_BODY,
  run: async (context, { args, flags }) => {
    const name = args.name ?? flags.name
    if (name === undefined) {
      throw new UsageError('give the name of the channel')
    }
    const key = await context.secret(flags.key, 'GW_CHANNEL_KEY')
    if (key === undefined) {
      throw new UsageError('give --key, or --key - with the key on stdin')
    }
    const fields = channelInput(context, flags)
    const row = channelTypeById(fields.type ?? DEFAULT_CHANNEL_TYPE)
    const defaults = row === undefined ? [] : worthOffering(row, row.models)
    const services = await context.services()
    const created = await services.channels.create(context.actor, {
      ...fields,
      name,
      key,
      models: fields.models ?? defaults.join(','),
    })
    const resting = created.filter(({ status }) => status !== CHANNEL_STATUS.enabled)
    if (resting.length > 0 && row !== undefined) {
      context.output.note(words`type ${typeWords(row)} (${restWords(row)}): stored, but disabled`)
    }
    const offered = fields.models === undefined ? [] : namesIn(fields.models)
    const advice =
      row && retiredAdvice(row, { models: offered, baseUrl: fields.base_url ?? '' }, en)
    if (advice) context.output.note(advice)
    const [only, second] = created
    if (only !== undefined && second === undefined) {
      context.output.one(only, CHANNEL_VIEW)
    } else {
      context.output.list(created, CHANNEL_VIEW)
    }
  },
})
