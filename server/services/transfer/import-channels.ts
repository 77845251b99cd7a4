import {
  allChannels,
  type ChannelRow,
  insertChannel,
  updateChannel,
} from '../../../db/tables/channels'
import { nowSeconds } from '../../clock'
import { gapOf } from '../../domain/channels/gaps'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ExportedChannel } from '../../domain/export-document'
import { channelFields } from '../../domain/nouns/channel'
import { type Checks, newColumns, storedOf } from '../../domain/nouns/noun-stored'
import { CHANNEL_STATUS, channelStatus, statusName } from '../../domain/status'
import { recordAudit } from '../audit/record'
import {
  CHANNEL_CHECKS,
  channelNameOf,
  namesIn,
  shortTextOf,
  tagOf,
  typeOf,
} from '../channels/fields'
import { lacksPassword, settingColumns, withoutProxyPassword } from '../channels/proxy'
import { rebuildAbilities } from '../channels/rebuild-abilities'
import { relays } from '../channels/status'
import { channelFacts } from '../channels/view'
import { groupsIn } from './groups'
import { importedKeys, mainKeyOf } from './import-keys'
import { type ImportNote, type ImportRun, located } from './import-run'

export async function importChannels(
  run: ImportRun,
  channels: readonly ExportedChannel[],
): Promise<void> {
  const importing: ChannelImport = {
    ...run,
    groups: await groupsIn(run.work.trx),
    // What this import makes is not looked at: names may occur several times in a file.
    unclaimed: await allChannels(run.work.trx),
    occurrences: Map.groupBy(channels, ({ name }) => name.trim()),
  }
  for (const [index, channel] of channels.entries()) {
    const place = `channels[${index}] (${channel.name})`
    await located(place, () => importChannel(importing, channel))
  }
}

interface ChannelImport extends ImportRun {
  readonly groups: ReadonlySet<string>
  /** Channels from before that no row of the file stands for yet. */
  readonly unclaimed: ChannelRow[]
  readonly occurrences: ReadonlyMap<string, readonly ExportedChannel[]>
}

async function importChannel(run: ChannelImport, channel: ExportedChannel): Promise<void> {
  const name = channelNameOf(channel.name)
  const key = mainKeyOf(channel)
  const before = claimed(run, { name, key })
  if (before === 'ambiguous') return run.report({ noun: 'channel', name, note: before })
  if (before !== undefined && !run.update) {
    return run.report({ noun: 'channel', name, note: 'exists' })
  }
  const after =
    before === undefined ? await made(run, channel) : await changed(run, before, channel)
  const note = lackOf(channel, before)
  const action = before === undefined ? 'create' : 'update'
  run.report({ noun: 'channel', name, id: after.id, action, note })
}

/** What keeps the imported channel from working; "" for nothing. */
function lackOf(channel: ExportedChannel, before: ChannelRow | undefined): ImportNote {
  const { key, setting } = channel
  if (before === undefined && key.trim() === '') return 'key_missing'
  if (lacksPassword(setting, before)) return 'proxy_password_missing'
  if (gapOf(channel) !== undefined) return 'incomplete'
  return relays(channel) ? '' : 'type_not_relayed'
}

interface Wanted {
  readonly name: string
  readonly key: string
}

/**
 * The channel that a row stands for: the one with its name and key, else the only one with its
 * name, unless the file itself distinguishes several channels of the name by their keys.
 */
function claimed(run: ChannelImport, { name, key }: Wanted): ChannelRow | 'ambiguous' | undefined {
  const { unclaimed, occurrences } = run
  const hash = key === '' ? '' : run.work.sealer.keyedHash(key)
  const namesakes = unclaimed.filter((channel) => channel.name === name)
  const sameKey = namesakes.find((channel) => channel.key_hash === hash)
  const isByKey = key !== '' && (occurrences.get(name)?.length ?? 0) > 1
  if (sameKey === undefined && !isByKey && namesakes.length > 1) return 'ambiguous'
  const found = sameKey ?? (isByKey ? undefined : namesakes[0])
  if (found !== undefined) unclaimed.splice(unclaimed.indexOf(found), 1)
  return found
}

async function made(run: ChannelImport, channel: ExportedChannel): Promise<ChannelRow> {
  const { work } = run
  const key = channel.key.trim()
  const columns = columnsOf(run, channel, undefined)
  const row = await insertChannel(work.trx, {
    ...columns,
    status: key === '' ? CHANNEL_STATUS.disabled : columns.status,
    ...importedKeys(work, channel),
    created_time: channel.created_time || nowSeconds(work.clock),
    used_quota: channel.used_quota,
  })
  await rebuildAbilities(work.trx, row)
  await recordAudit(work, {
    action: 'channel.import',
    target: `channel:${row.id}`,
    after: channelFacts(row),
  })
  return row
}

/** A row without a key leaves the key as it is; what was used here stays. */
async function changed(
  run: ChannelImport,
  before: ChannelRow,
  channel: ExportedChannel,
): Promise<ChannelRow> {
  const { work } = run
  const key = channel.key.trim()
  const change = {
    ...columnsOf(run, channel, before),
    ...(key === '' ? {} : importedKeys(work, channel)),
  }
  const after = (await updateChannel(work.trx, before.id, change)) ?? before
  await rebuildAbilities(work.trx, after)
  await recordAudit(work, {
    action: 'channel.import',
    target: `channel:${before.id}`,
    before: channelFacts(before),
    after: channelFacts(after),
  })
  return after
}

function columnsOf(run: ChannelImport, channel: ExportedChannel, before: ChannelRow | undefined) {
  const checks = { ...CHANNEL_CHECKS, ...rulesOf(run) }
  const rules = { checks, nowSeconds: nowSeconds(run.work.clock) }
  const row = storedOf(channelFields, { id: 0, ...channel })
  const given = { ...row, ...newColumns(channelFields, channel, rules) }
  const {
    id: _id,
    tag,
    key_mode: _mode,
    created_time: _created,
    used_quota: _used,
    ...columns
  } = given
  const lacks = lacksPassword(channel.setting, before)
  const setting = lacks ? withoutProxyPassword(channel.setting) : channel.setting
  return {
    ...columns,
    status: lacks || !relays(channel) ? CHANNEL_STATUS.disabled : statusOf(channel.status),
    other: columns.other || typeOf(channel.type).defaultOther,
    tag: tagOf(tag),
    ...settingColumns(run.work.sealer, setting, before),
    other_info: objectText(channel.other_info),
    auto_ban: channel.auto_ban,
    allow_private: channel.allow_private,
  }
}

/** A channel comes as it was: what its type makes of a field is not decided again. */
function rulesOf(run: ChannelImport): Checks<typeof channelFields> {
  return {
    group: (given) => groupsOf(run, given),
    other: (given) => shortTextOf('other', given),
    openai_organization: (given) => shortTextOf('openai_organization', given),
  }
}

/** 0, which the other gateways call unknown, is no state to relay in. */
function statusOf(given: number): number {
  if (given === 0) return CHANNEL_STATUS.disabled
  if (statusName(channelStatus, given) !== undefined) return given
  const reason = 'reason.out_of_range'
  throw new GatewayError('value.invalid', { field: 'status', reason, min: 0, max: 3 })
}

function groupsOf({ groups }: ChannelImport, given: string): string {
  const names = namesIn(given)
  const missing = names.find((name) => !groups.has(name))
  if (missing !== undefined) throw new GatewayError('group.not_found', { group: missing })
  return names.length === 0 ? 'default' : names.join(',')
}

/** The gateway's own remarks, stored as given; a text that is no JSON object is dropped. */
function objectText(given: string): string {
  try {
    const parsed: unknown = JSON.parse(given || 'null')
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? given : ''
  } catch {
    return ''
  }
}
