/** Commands that call the relay for sound, pictures, vectors and rankings. */
export const ZH_CALLS = {
  'have a text spoken, through the local relay': '通过本机网关朗读文本',
  'file for the result, which must not be there yet; default stdout':
    '保存结果的文件，不能已存在；默认为标准输出',
  'voice (default alloy)': '音色（默认 alloy）',
  'form of the sound: mp3, opus, aac, flac, wav or pcm':
    '音频格式：mp3、opus、aac、flac、wav 或 pcm',
  'how to say it': '朗读方式的说明',
  'have a recording written down, through the local relay': '通过本机网关转写录音',
  'the recording; "-" or nothing: stdin': '录音文件；“-”或不填表示标准输入',
  'form of the text (default: plain)': '文本格式（默认纯文本）',
  'what is spoken, such as de': '所说的语言，例如 zh',
  'words that are spoken, for names and terms': '录音中出现的词语，用于人名和术语',
  'have pictures drawn, through the local relay': '通过本机网关生成图片',
  'what to draw; "-" or a pipe: stdin': '图片描述；“-”或管道表示标准输入',
  'width and height, such as 1024x1024': '宽和高，例如 1024x1024',
  'as the model has it, such as low, medium, high or hd':
    '模型支持的质量，例如 low、medium、high 或 hd',
  'how many (default 1)': '数量（默认 1）',
  'print the embedding of a text, through the local relay': '通过本机网关输出文本的向量',
  'what to embed; "-" or a pipe: stdin': '要转成向量的文本；“-”或管道表示标准输入',
  'length of the vectors, where the model lets choose': '向量长度，仅限可选长度的模型',
  'each line is a text of its own': '每行是一段单独的文本',
  'rank documents by a question, the best first, through the local relay':
    '通过本机网关按问题对文档排序，最相关的在前',
  'what is looked for': '要查找的内容',
  'a document; may be repeated (default: lines of stdin)':
    '一篇文档，可重复；默认取标准输入的每一行',
  'only so many of the best': '只要最相关的这么多篇',
  SCORE: '相关度',
  INDEX: '序号',
  DOCUMENT: '文档',
  'as {0}, with the token {1}': '以 {0} 的身份，使用令牌 {1}',
  '{0} prompt tokens': '提示 {0} 个 token',
  'written: {0}': '已写入：{0}',
  '{0}: {1} bytes, {2}': '{0}：{1} 字节，{2}',
  'give --key: the login has no token to call with':
    '请用 --key 指定密钥：登录的用户没有可用的令牌',
  '--json goes with -o FILE: the result itself is no JSON':
    '--json 需要与 -o 文件 合用：结果本身不是 JSON',
  'give -o FILE, or send stdout to a file or a pipe':
    '请用 -o 指定文件，或把标准输出接到文件或管道',
  'the answer holds no picture': '回答中没有图片',
  'give -o FILE for the pictures': '请用 -o 指定保存图片的文件',
  'stdin is the key already: name a file': '标准输入已用于密钥：请指定文件',
  'name a recording, or pipe one in': '请指定录音文件，或通过管道传入',
  'the answer holds no embedding for every text': '回答中缺少部分文本的向量',
  'stdin is the key already: give --document': '标准输入已用于密钥：请用 --document 指定文档',
  'give --document, or pipe documents in, one a line':
    '请用 --document 指定文档，或通过管道每行传入一篇',
} as const
