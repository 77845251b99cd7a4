import { SegmentedControl, Select } from '@primer/react'
import { useId } from 'react'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { USAGE_WINDOW_NAMES } from '../../../server/domain/usage/explore'
import { useText } from '../../app/language'
import {
  EXPLORE_VIEWS,
  type ExploreChoice,
  NO_GROUP,
  offeredGroups,
  offeredMeasures,
} from './explore-query'

type Change = Partial<Readonly<Record<keyof ExploreChoice, string>>>

interface ExploreQuestionProps {
  readonly choice: ExploreChoice
  readonly isForAll: boolean
  readonly onChange: (change: Change) => void
}

export function ExploreQuestion({ choice, isForAll, onChange }: ExploreQuestionProps) {
  const { text } = useText()
  const groups = offeredGroups(isForAll)
  const groupRows = groups.map((name) => [name, text(`explore.group_${name}`)] as const)
  const none = text('explore.none')
  return (
    <search className="explore-question">
      <Choice
        title="explore.measure"
        value={choice.measure}
        rows={offeredMeasures(isForAll).map((name) => [name, text(`explore.measure_${name}`)])}
        // A measure of another kind is seen best as it begins.
        onChange={(measure) => onChange({ measure, view: '' })}
      />
      <Choice
        title="explore.by"
        value={choice.by === '' ? NO_GROUP : choice.by}
        rows={[...groupRows, [NO_GROUP, none]]}
        onChange={(by) => onChange({ by, ...(by === choice.second && { second: '' }) })}
      />
      <Choice
        title="explore.then"
        value={choice.second}
        rows={[['', none], ...groupRows.filter(([name]) => name !== choice.by)]}
        onChange={(second) => onChange({ second })}
      />
      <span className="explore-segments">
        <SegmentedControl
          aria-label={text('explore.window')}
          onChange={(at) => onChange({ window: USAGE_WINDOW_NAMES[at] ?? '' })}
        >
          {USAGE_WINDOW_NAMES.map((name) => (
            <SegmentedControl.Button key={name} selected={name === choice.window}>
              {text(`explore.window_${name}`)}
            </SegmentedControl.Button>
          ))}
        </SegmentedControl>
        <SegmentedControl
          aria-label={text('explore.view')}
          onChange={(at) => onChange({ view: EXPLORE_VIEWS[at] ?? '' })}
        >
          {EXPLORE_VIEWS.map((name) => (
            <SegmentedControl.Button key={name} selected={name === choice.view}>
              {text(`explore.view_${name}`)}
            </SegmentedControl.Button>
          ))}
        </SegmentedControl>
      </span>
    </search>
  )
}

interface ChoiceProps {
  readonly title: TextKey
  readonly value: string
  readonly rows: readonly (readonly [value: string, title: string])[]
  readonly onChange: (value: string) => void
}

function Choice({ title, value, rows, onChange }: ChoiceProps) {
  const { text } = useText()
  const id = useId()
  return (
    <span className="explore-choice">
      <label htmlFor={id}>{text(title)}</label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {rows.map(([name, shown]) => (
          <Select.Option key={name} value={name}>
            {shown}
          </Select.Option>
        ))}
      </Select>
    </span>
  )
}
