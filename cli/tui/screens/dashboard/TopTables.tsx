import { Box, Text } from 'ink'
import type { SpenderJson } from '../../../../server/domain/endpoints/dashboard'
import { fit, plain, widthOf } from '../../../text-width'
import { useTools } from '../../tools'
import { type Dashboard, TOPS, type Top } from './read-dashboard'

interface TopTablesProps {
  readonly tops: Dashboard['tops']
  /** Which has the cursor. */
  readonly active: Top
  readonly cursor: number
  /** Lines there are for all of it. */
  readonly rows: number
}

const TITLES = {
  users: 'field.log.username',
  tokens: 'field.log.token_name',
  models: 'field.log.model_name',
} as const

const GAP = 2
/** From here on there is room for the number of calls, and for whose a token is. */
const WIDE = 44

/** Who spent most, side by side. */
export function TopTables({ tops, active, cursor, rows }: TopTablesProps) {
  const { size } = useTools()
  const width = Math.floor((size.columns - GAP * (TOPS.length - 1)) / TOPS.length)
  return (
    <Box columnGap={GAP}>
      {TOPS.map((top) => (
        <TopTable
          key={top}
          top={top}
          spenders={tops[top].slice(0, Math.max(1, rows - 1))}
          cursor={top === active ? cursor : undefined}
          width={width}
        />
      ))}
    </Box>
  )
}

interface TopTableProps {
  readonly top: Top
  readonly spenders: readonly SpenderJson[]
  /** `undefined` while the cursor is elsewhere. */
  readonly cursor: number | undefined
  readonly width: number
}

function TopTable({ top, spenders, cursor, width }: TopTableProps) {
  const { text, format } = useTools()
  const amounts = spenders.map(({ quota, count }) =>
    [width < WIDE ? '' : text('tui.calls', { count: format.count(count) }), format.quota(quota)]
      .filter((part) => part !== '')
      .join('  '),
  )
  const amountWidth = Math.max(0, ...amounts.map(widthOf))
  return (
    <Box flexDirection="column" width={width}>
      <Text bold underline wrap="truncate">
        {fit(`${cursor === undefined ? '  ' : '> '}${text(TITLES[top])}`, width)}
      </Text>
      {spenders.length === 0 && <Text dimColor>{`  ${text('ui.empty')}`}</Text>}
      {spenders.map((spender, at) => (
        <Text key={`${spender.id} ${spender.name}`} inverse={at === cursor} wrap="truncate">
          {at === cursor ? '> ' : '  '}
          {fit(nameOf(spender, top, width), width - amountWidth - 3)}{' '}
          {fit(amounts[at] ?? '', amountWidth, 'right')}
        </Text>
      ))}
    </Box>
  )
}

function nameOf({ name, owner }: SpenderJson, top: Top, width: number): string {
  return plain(top === 'tokens' && width >= WIDE ? `${name} (${owner})` : name)
}
