// A file system for Python on the browser's private files (OPFS): what SQLite writes is in the file at once, and a closed tab or a killed browser loses nothing.
// It has a fixed set of names, as handles can only be opened asynchronously; a file of no bytes counts as one that is not there.

const DIRECTORY = 0o40777;
const FILE = 0o100666;

/**
 * Opens the files; the browser refuses if another worker has them open.
 * @param {string[]} names
 */
export async function openFiles(names) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("groundfloor", { create: true });
  const files = new Map();
  for (const name of names) {
    const handle = await folder.getFileHandle(name, { create: true });
    files.set(name, await /** @type {any} */ (handle).createSyncAccessHandle());
  }
  return files;
}

/**
 * Mounts the files at a folder of Python's.
 * @param {any} FS
 * @param {Map<string, any>} files
 * @param {string} path
 * @param {(error: unknown) => void} lose called when the browser has deleted the files
 */
export function mountFiles(FS, files, path, lose) {
  const there = new Set([...files].filter(([, handle]) => handle.getSize() > 0).map(([name]) => name));
  const { ErrnoError } = FS;
  const NOT_FOUND = 44;
  const REFUSED = 63;
  const NO_SPACE = 51;
  const FAILED = 29;

  /**
   * Returns what the browser does with a file; an error becomes one that SQLite knows.
   * @param {() => number} work
   */
  function attempt(work) {
    try {
      return work();
    } catch (error) {
      const isFull = /** @type {Error} */ (error).name === "QuotaExceededError";
      if (!isFull) lose(error);
      throw new ErrnoError(isFull ? NO_SPACE : FAILED);
    }
  }

  const nodeOps = {
    getattr: (/** @type {any} */ node) => {
      const size = node.handle ? node.handle.getSize() : 0;
      const time = new Date(node.mtime ?? 0);
      return {
        dev: 1,
        ino: node.id,
        mode: node.mode,
        nlink: 1,
        uid: 0,
        gid: 0,
        rdev: 0,
        size,
        atime: time,
        mtime: time,
        ctime: time,
        blksize: 4096,
        blocks: Math.ceil(size / 4096),
      };
    },
    setattr: (/** @type {any} */ node, /** @type {any} */ attributes) => {
      if (attributes.mode !== undefined) node.mode = attributes.mode;
      if (attributes.size !== undefined) attempt(() => node.handle?.truncate(attributes.size));
      node.mtime = Date.now();
    },
    lookup: (/** @type {any} */ parent, /** @type {string} */ name) => {
      if (!there.has(name)) throw new ErrnoError(NOT_FOUND);
      return nodeOf(parent, name);
    },
    mknod: (/** @type {any} */ parent, /** @type {string} */ name) => {
      if (!files.has(name)) throw new ErrnoError(REFUSED);
      there.add(name);
      return nodeOf(parent, name);
    },
    unlink: (/** @type {any} */ _parent, /** @type {string} */ name) => {
      attempt(() => files.get(name)?.truncate(0));
      there.delete(name);
    },
    rmdir: () => {
      throw new ErrnoError(REFUSED);
    },
    rename: () => {
      throw new ErrnoError(REFUSED);
    },
    readdir: () => [".", "..", ...there],
    symlink: () => {
      throw new ErrnoError(REFUSED);
    },
  };
  const streamOps = {
    open: () => {},
    close: () => {},
    fsync: (/** @type {any} */ stream) => {
      attempt(() => stream.node.handle.flush());
      return 0;
    },
    read: (
      /** @type {any} */ stream,
      /** @type {Uint8Array} */ buffer,
      /** @type {number} */ offset,
      /** @type {number} */ length,
      /** @type {number} */ position,
    ) => attempt(() => stream.node.handle.read(buffer.subarray(offset, offset + length), { at: position })),
    write: (
      /** @type {any} */ stream,
      /** @type {Uint8Array} */ buffer,
      /** @type {number} */ offset,
      /** @type {number} */ length,
      /** @type {number} */ position,
    ) => {
      stream.node.mtime = Date.now();
      return attempt(() => stream.node.handle.write(buffer.subarray(offset, offset + length), { at: position }));
    },
    llseek: (/** @type {any} */ stream, /** @type {number} */ offset, /** @type {number} */ whence) => {
      if (whence === 1) return stream.position + offset;
      return whence === 2 ? (stream.node.handle?.getSize() ?? 0) + offset : offset;
    },
  };

  /**
   * @param {any} parent
   * @param {string} name
   */
  function nodeOf(parent, name) {
    const node = FS.createNode(parent, name, FILE, 0);
    node.handle = files.get(name);
    node.mtime = Date.now();
    node.node_ops = nodeOps;
    node.stream_ops = streamOps;
    return node;
  }

  FS.mkdirTree(path);
  const type = {
    mount: () => {
      const root = FS.createNode(null, "/", DIRECTORY, 0);
      root.node_ops = nodeOps;
      root.stream_ops = { llseek: streamOps.llseek };
      return root;
    },
  };
  FS.mount(type, {}, path);
}
