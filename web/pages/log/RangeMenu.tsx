import { useText } from '../../app/language'
import { RangeMenu as TimeRangeMenu } from '../../components/list/RangeMenu'
import type { ChosenTimes } from '../../components/list/TimesDialog'
import { MOST_DAYS, movedTimes, RANGES, recentTimes } from './log-window'

interface RangeMenuProps {
  readonly range: string
  readonly times: ChosenTimes
  readonly onRange: (range: string) => void
  readonly onTimes: (times: ChosenTimes) => void
}

/** The time that the log is about, three days at most. */
export function RangeMenu(props: RangeMenuProps) {
  const { text } = useText()
  return (
    <TimeRangeMenu
      {...props}
      ranges={RANGES.map((name) => ({ name, title: text(`log.range_${name}`) }))}
      suggested={recentTimes}
      moved={movedTimes}
      hint={text('log.window', { days: MOST_DAYS })}
    />
  )
}
