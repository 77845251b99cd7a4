import { CalendarIcon, TriangleDownIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { type Text, useText } from '../language'
import { Drawer } from './Drawer'
import { Menu } from './Menu'
import { TimeField } from './TimeField'

/** As the time fields write them, "" for what was not chosen. */
export interface ChosenTimes {
  readonly start: string
  readonly end: string
}

interface RangeMenuProps {
  /** Those that have a name. */
  readonly ranges: readonly { readonly name: string; readonly title: string }[]
  /** "" where times were chosen one by one. */
  readonly range: string
  readonly times: ChosenTimes
  readonly onRange: (range: string) => void
  readonly onTimes: (times: ChosenTimes) => void
  /** What the two fields begin with. */
  readonly suggested?: () => ChosenTimes
  /** What follows when one end is moved; the other stays unless this says so. */
  readonly moved?: (old: ChosenTimes, change: Partial<ChosenTimes>) => ChosenTimes
  /** How far apart the ends may be. */
  readonly hint?: string
}

/** The time that a list is about: up to now, or between two moments. */
export function RangeMenu(props: RangeMenuProps) {
  const { ranges, range, times, onRange, onTimes } = props
  const { text } = useText()
  const [isAsking, ask] = useState(false)
  const named = ranges.find(({ name }) => name === range)
  return (
    <>
      <Menu
        anchor={
          <Button
            leadingVisual={CalendarIcon}
            trailingAction={TriangleDownIcon}
            aria-label={text('log.range')}
          >
            {named?.title ?? shortly(times, text)}
          </Button>
        }
        chooses="single"
        sections={[
          ranges.map(({ name, title }) => ({
            label: title,
            isChosen: name === range,
            onSelect: () => onRange(name),
          })),
          [
            {
              label: text('log.range_custom'),
              isChosen: range === '',
              onSelect: () => ask(true),
            },
          ],
        ]}
      />
      {isAsking && (
        <TimesDialog
          {...props}
          onClose={() => ask(false)}
          onTimes={(chosen) => {
            ask(false)
            onTimes(chosen)
          }}
        />
      )}
    </>
  )
}

/** `2026-01-02 15:04 – 16:30`. */
function shortly({ start, end }: ChosenTimes, text: Text): string {
  const from = start.replace('T', ' ').slice(0, 16)
  const isSameDay = start !== '' && start.slice(0, 10) === end.slice(0, 10)
  const to = isSameDay ? end.slice(11, 16) : end.replace('T', ' ').slice(0, 16)
  if (end === '') return text('log.range_since', { from })
  return start === '' ? `– ${to}` : `${from} – ${to}`
}

interface TimesDialogProps extends RangeMenuProps {
  readonly onClose: () => void
}

function TimesDialog(props: TimesDialogProps) {
  const { times, onClose, onTimes, suggested, hint } = props
  const { moved = (old, change) => ({ ...old, ...change }) } = props
  const { text } = useText()
  const first = suggested?.()
  const [chosen, choose] = useState<ChosenTimes>({
    start: times.start || first?.start || '',
    end: times.end || first?.end || '',
  })
  const fields = [
    ['start', 'log.from'],
    ['end', 'log.to'],
  ] as const
  return (
    <Drawer
      kind="dialog"
      title={text('log.range_custom')}
      {...(hint !== undefined && { subtitle: hint })}
      onClose={onClose}
      buttons={[
        { content: text('ui.cancel'), onClick: onClose },
        { content: text('log.range_apply'), buttonType: 'primary', onClick: () => onTimes(chosen) },
      ]}
    >
      <div className="form">
        {fields.map(([name, label]) => (
          <TimeField
            key={name}
            label={text(label)}
            value={chosen[name]}
            onChange={(value) => choose(moved(chosen, { [name]: value }))}
          />
        ))}
      </div>
    </Drawer>
  )
}
