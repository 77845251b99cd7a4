import { Text } from 'ink'
import type { ChannelJson } from '../../../../server/domain/endpoints/channel'
import { isRecord } from '../../../../server/domain/json/records'
import { cut, plain } from '../../../text-width'
import { TONE_COLORS } from '../../theme'
import { useTools } from '../../tools'
import type { Dashboard } from './read-dashboard'

interface ChannelLinesProps {
  readonly dashboard: Dashboard
}

/** Those that there is room for even on a small screen. */
const MOST_NAMED = 2

export function channelLineCount({ unhealthy }: Dashboard): number {
  return 1 + Math.min(MOST_NAMED, unhealthy.length)
}

/** How many channels work, and which the gateway took out itself, with its reason. */
export function ChannelLines({ dashboard }: ChannelLinesProps) {
  const { text, size } = useTools()
  const { channels, unhealthy } = dashboard
  const parts = [
    `${text('nav.channel')}:`,
    `+ ${text('channel_status.enabled')} ${channels.enabled}`,
    `- ${text('channel_status.disabled')} ${channels.disabled}`,
    `! ${text('channel_status.auto_disabled')} ${channels.auto_disabled}`,
  ]
  const bad = channels.auto_disabled > 0 ? { color: TONE_COLORS.bad } : {}
  return (
    <>
      <Text bold {...bad}>
        {cut(parts.join('  '), size.columns)}
      </Text>
      {unhealthy.slice(0, MOST_NAMED).map((channel) => (
        <Text key={channel.id} {...bad}>
          {cut(
            `! #${channel.id} ${plain(channel.name)}  ${plain(reasonOf(channel))}`,
            size.columns,
          )}
        </Text>
      ))}
    </>
  )
}

function reasonOf({ other_info }: ChannelJson): string {
  try {
    const known: unknown = JSON.parse(other_info || '{}')
    return isRecord(known) ? String(known.status_reason ?? '') : ''
  } catch {
    // Rows of other programs may have been imported.
    return ''
  }
}
