import { useState } from 'react'
import { useText } from '../../app/language'
import { Drawer } from '../overlay/Drawer'
import { Dash } from '../table/Cell'
import { useCopy } from '../text/use-copy'
import '../page/facts.css'
import './job.css'

interface LongTextProps {
  /** What the text is. */
  readonly title: string
  readonly content: string
  /** Why something failed: more of it is in sight. */
  readonly isFailure?: boolean
}

/** The beginning of a text; a click shows all of it, to be read and copied. */
export function LongText({ title, content, isFailure = false }: LongTextProps) {
  const { text } = useText()
  const copy = useCopy()
  const [isOpen, open] = useState(false)
  if (content === '') return <Dash />
  const close = (): void => open(false)
  return (
    <>
      <button
        type="button"
        className={isFailure ? 'job-text job-failure' : 'job-text'}
        aria-label={`${title}: ${content.slice(0, 60)}`}
        onClick={() => open(true)}
      >
        {content}
      </button>
      {isOpen && (
        <Drawer
          kind="dialog"
          title={title}
          onClose={close}
          buttons={[
            { content: text('ui.close'), onClick: close },
            {
              content: text('ui.copy'),
              buttonType: 'primary',
              onClick: () => void copy(content),
            },
          ]}
        >
          <p className="inset job-full">{content}</p>
        </Drawer>
      )}
    </>
  )
}
