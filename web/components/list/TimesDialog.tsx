import { useState } from 'react'
import { useText } from '../../app/language'
import { TimeField } from '../form/TimeField'
import { Drawer } from '../overlay/Drawer'

/** As the time fields write them, "" for what was not chosen. */
export interface ChosenTimes {
  readonly start: string
  readonly end: string
}

export interface TimesChoice {
  readonly times: ChosenTimes
  readonly onTimes: (times: ChosenTimes) => void
  /** What the two fields begin with. */
  readonly suggested?: () => ChosenTimes
  /** What follows when one end is moved; the other stays unless this says so. */
  readonly moved?: (old: ChosenTimes, change: Partial<ChosenTimes>) => ChosenTimes
  /** How far apart the ends may be. */
  readonly hint?: string
}

interface TimesDialogProps extends TimesChoice {
  readonly onClose: () => void
}

/** Between which two moments, to be applied together. */
export function TimesDialog(props: TimesDialogProps) {
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
