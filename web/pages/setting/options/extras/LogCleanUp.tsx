import { TrashIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { failureText } from '../../../../../server/domain/api-calls/failure'
import { call } from '../../../../api/client'
import { useFormat } from '../../../../app/format'
import { useText } from '../../../../app/language'
import { nowSeconds } from '../../../../app/now'
import { useToast } from '../../../../app/Toasts'
import { localTimeText, secondsOf, TimeField } from '../../../../components/form/TimeField'
import { useExclusive } from '../../../../components/form/use-exclusive'
import { useConfirmation } from '../../../../components/overlay/Confirm'

const MONTH = 30 * 86_400

/** Deletes what is older than a time; a month ago, unless another is chosen. */
export function LogCleanUp() {
  const { text } = useText()
  const { time } = useFormat()
  const toast = useToast()
  const confirm = useConfirmation()
  const [chosen, choose] = useState(monthAgo)
  const [problem, complain] = useState<string | undefined>(undefined)
  const { isBusy, exclusive } = useExclusive()
  const clean = async (): Promise<void> => {
    const before = secondsOf(chosen)
    if (!(before > 0)) {
      complain(text('options.choose_time'))
      return
    }
    const agreed = await confirm({
      title: text('options.clean_title'),
      message: text('options.clean_text', { time: time(before) }),
      agree: text('options.clean'),
      danger: true,
    })
    if (!agreed) return
    try {
      const { data } = await call('log.remove', { query: { target_timestamp: before } })
      toast.success(text('options.cleaned', { count: data }))
    } catch (error) {
      toast.warn(text('options.clean_failed', { reason: failureText(error, text) }))
    }
  }
  return (
    <div className="options-extra options-clean">
      <TimeField
        label={text('options.clean_before')}
        caption={text('options.clean_caption')}
        value={chosen}
        problem={problem}
        onChange={(value) => {
          choose(value)
          complain(undefined)
        }}
      />
      <Button
        variant="danger"
        leadingVisual={TrashIcon}
        loading={isBusy}
        onClick={() => void exclusive(clean)}
      >
        {text('options.clean')}
      </Button>
    </div>
  )
}

function monthAgo(): string {
  return localTimeText(nowSeconds() - MONTH)
}
