// Removes what a Go program in WebAssembly does not use, or has only for stack traces: file names, line numbers and
// arguments, and where a goroutine must not be preempted, which nothing does in a browser. It is 8 % of what a
// browser would load. Functions keep their names, and what is inlined into them, which recover looks at.
//
// The tables are those of runtime/symtab.go and cmd/link/internal/ld/pcln.go, for Go 1.20 and later. A table
// that a function does not have is one that the runtime does not look at: the place is "?:0" then.

/** The first bytes of the header of Go's table of functions: its version, the size of instructions and of pointers. */
const magic = Buffer.from([0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8]);

/** Where the fields of a function are, in bytes. */
const field = { pcsp: 16, pcfile: 20, pcln: 24, npcdata: 28, cuOffset: 32, startLine: 36, nfuncdata: 43, pcdata: 44 };

/** The numbers of tables of internal/abi/symtab.go that are removed, and the offset of data that a function does not have. */
const [unsafePoint, argInfo, argLiveInfo, none] = [0, 5, 6, 0xffff_ffff];

/** Returns the program without them. */
export function withoutLines(program) {
  const segments = [...dataSegments(program)];
  const memory = Buffer.alloc(Math.max(...segments.map(({ address, length }) => address + length)));
  for (const { address, at, length } of segments) {
    program.copy(memory, address, at, at + length);
  }
  removeLines(memory);
  const changed = Buffer.from(program);
  for (const { address, at, length } of segments) { // what was zero stays so, and has no segment
    memory.copy(changed, at, address, address + length);
  }
  return changed;
}

function removeLines(memory) {
  const header = memory.indexOf(magic);
  if (header < 0 || memory.indexOf(magic, header + 1) >= 0) {
    throw new Error('the program has no table of functions as Go 1.20 and later have it');
  }
  const word = (n) => Number(memory.readBigUInt64LE(header + 8 + 8 * n));
  const [count, units, tables, functions] = [word(0), header + word(4), header + word(6), header + word(7)];
  memory.fill(0, units, tables); // of compiled files, and their names, which nothing leads to any more
  const used = new Uint8Array(functions - tables);
  for (let i = 0; i < count; i++) {
    const at = functions + memory.readUInt32LE(functions + 8 * i + 4);
    const counted = memory.readUInt32LE(at + field.npcdata);
    const data = at + field.pcdata + 4 * counted;
    for (const name of ['pcfile', 'pcln', 'cuOffset', 'startLine']) {
      memory.writeUInt32LE(0, at + field[name]);
    }
    if (counted > unsafePoint) {
      memory.writeUInt32LE(0, at + field.pcdata + 4 * unsafePoint);
    }
    for (const k of [argInfo, argLiveInfo].filter((k) => k < memory[at + field.nfuncdata])) {
      memory.writeUInt32LE(none, data + 4 * k);
    }
    markTable(memory, tables, memory.readUInt32LE(at + field.pcsp), used);
    for (let k = 0; k < counted; k++) {
      markTable(memory, tables, memory.readUInt32LE(at + field.pcdata + 4 * k), used);
    }
  }
  used.forEach((isUsed, at) => {
    if (isUsed === 0) {
      memory[tables + at] = 0;
    }
  });
}

/** Marks the bytes of a table, which is pairs of variable-length numbers up to one that begins with 0. Table 0 is none. */
function markTable(memory, tables, table, used) {
  if (table === 0) {
    return;
  }
  let at = table;
  const skip = () => {
    for (; memory[tables + at] >= 0x80; at++) {
      used[at] = 1;
    }
    used[at++] = 1;
  };
  do {
    skip();
    skip();
  } while (memory[tables + at] !== 0);
  used[at] = 1;
}

/** The pieces of the program's memory: their addresses, and where they are in the file. */
function* dataSegments(program) {
  let at = 8;
  const number = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = program[at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        return value;
      }
    }
  };
  while (at < program.length) {
    const section = program[at++];
    const length = number();
    const end = at + length;
    if (section === 11) {
      for (let count = number(); count > 0; count--) {
        if (number() !== 0 || program[at++] !== 0x41) { // of memory 0, at a constant
          throw new Error('the program has data of an unknown kind');
        }
        const address = number();
        if (program[at++] !== 0x0b) {
          throw new Error('the program has data at an address that is not a constant');
        }
        const size = number();
        yield { address, at, length: size };
        at += size;
      }
    }
    at = end;
  }
}
