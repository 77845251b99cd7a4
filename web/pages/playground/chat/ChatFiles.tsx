import { DownloadIcon, UploadIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useRef } from 'react'
import { useText } from '../../../app/language'
import { useToast } from '../../../app/Toasts'
import { downloadFile } from '../../../components/table/download'
import type { Chat } from './chat'
import { chatsIn, fileOf, MOST_FILE_BYTES } from './chat-files'

interface ChatFilesProps {
  readonly chats: readonly Chat[]
  readonly onTake: (chats: readonly Chat[]) => void
}

/** Takes all chats into a file, and those of a file into this browser. */
export function ChatFiles({ chats, onTake }: ChatFilesProps) {
  const { text } = useText()
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    const taken = file.size > MOST_FILE_BYTES ? undefined : chatsIn(await file.text())
    if (taken === undefined || taken.length === 0) {
      toast.warn(text('playground.no_chats_in_file'))
      return
    }
    onTake(taken)
    toast.success(text('playground.imported', { count: taken.length }))
  }
  return (
    <div className="chat-files">
      <Button
        size="small"
        leadingVisual={DownloadIcon}
        disabled={chats.length === 0}
        onClick={() => downloadFile('chats.json', fileOf(chats), 'application/json')}
      >
        {text('playground.export')}
      </Button>
      <Button size="small" leadingVisual={UploadIcon} onClick={() => input.current?.click()}>
        {text('playground.import')}
      </Button>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="application/json"
        tabIndex={-1}
        aria-label={text('playground.import')}
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
    </div>
  )
}
