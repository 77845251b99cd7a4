import { SegmentedControl } from '@primer/react'
import { useText } from '../../app/language'
import { JOB_VIEWS, type JobView } from './use-job-view'

interface JobViewSwitchProps {
  readonly view: JobView
  readonly onChange: (view: JobView) => void
}

export function JobViewSwitch({ view, onChange }: JobViewSwitchProps) {
  const { text } = useText()
  return (
    <SegmentedControl
      aria-label={text('job.view')}
      onChange={(index) => onChange(JOB_VIEWS[index] ?? 'gallery')}
    >
      {JOB_VIEWS.map((one) => (
        <SegmentedControl.Button key={one} selected={one === view}>
          {text(`job.view_${one}`)}
        </SegmentedControl.Button>
      ))}
    </SegmentedControl>
  )
}
