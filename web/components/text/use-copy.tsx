import { useCallback } from 'react'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'
import { useConfirmation } from '../overlay/Confirm'
import './copy-line.css'

/** Copies and says so; where the browser refuses, the text is shown to be copied by hand. */
export function useCopy(): (content: string, success?: string) => Promise<void> {
  const { text } = useText()
  const toast = useToast()
  const confirm = useConfirmation()
  return useCallback(
    async (content, success = text('ui.copied')) => {
      try {
        await navigator.clipboard.writeText(content)
        toast.success(success)
      } catch {
        await confirm({
          title: text('ui.copy_by_hand'),
          message: (
            // Plain: what every page carries for a browser that refuses should weigh nothing.
            <textarea
              className="copy-by-hand"
              readOnly
              rows={4}
              value={content}
              aria-label={text('ui.copy')}
            />
          ),
          agree: text('ui.close'),
        })
      }
    },
    [text, toast, confirm],
  )
}
