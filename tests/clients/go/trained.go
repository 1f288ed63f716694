package main

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	ort "github.com/yalue/onnxruntime_go"
)

// One input or output of trained.txt.
type listed struct {
	side, name, dtype, file string
	shape                   ort.Shape
}

func floats(bytes []byte) []float32 {
	numbers := make([]float32, len(bytes)/4)
	for i := range numbers {
		numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(bytes[i*4:]))
	}
	return numbers
}

func longs(bytes []byte) []int64 {
	numbers := make([]int64, len(bytes)/8)
	for i := range numbers {
		numbers[i] = int64(binary.LittleEndian.Uint64(bytes[i*8:]))
	}
	return numbers
}

func (v listed) value() ort.Value {
	bytes := must(os.ReadFile(v.file))
	if v.dtype == "int64" {
		return must(ort.NewTensor(v.shape, longs(bytes)))
	}
	return must(ort.NewTensor(v.shape, floats(bytes)))
}

func near(expected, found []float32, rtol, atol float64) {
	same(len(expected), len(found))
	for i := range expected {
		e, f := float64(expected[i]), float64(found[i])
		if !(math.Abs(f-e) <= atol+rtol*math.Abs(e)) {
			fail("number %d: expected %v, found %v", i, e, f)
		}
	}
}

func playTrained(file string, values []listed, rtol, atol float64) {
	var inputs []ort.Value
	var inputNames, outputNames []string
	for _, v := range values {
		if v.side == "input" {
			inputs, inputNames = append(inputs, v.value()), append(inputNames, v.name)
		} else {
			outputNames = append(outputNames, v.name)
		}
	}
	s := must(ort.NewDynamicAdvancedSession(file, inputNames, outputNames, nil))
	defer s.Destroy()
	results := run(s, len(outputNames), inputs...)
	for i, v := range values[len(inputs):] {
		same(v.shape, results[i].GetShape())
		if v.dtype == "int64" {
			same(v.value().(*ort.Tensor[int64]).GetData(), results[i].(*ort.Tensor[int64]).GetData())
		} else {
			near(v.value().(*ort.Tensor[float32]).GetData(), results[i].(*ort.Tensor[float32]).GetData(), rtol, atol)
		}
	}
}

func trained() {
	lines := strings.Split(strings.TrimSpace(string(must(os.ReadFile(filepath.Join(folder, "trained.txt"))))), "\n")
	for i := 0; i < len(lines) && lines[i] != ""; {
		m := strings.Fields(lines[i])
		var values []listed
		for i++; i < len(lines) && !strings.HasPrefix(lines[i], "model "); i++ {
			word := strings.Fields(lines[i])
			shape := ort.Shape{}
			for _, size := range strings.Split(word[3], ",") {
				if size != "-" {
					shape = append(shape, must(strconv.ParseInt(size, 10, 64)))
				}
			}
			values = append(values, listed{word[0], word[1], word[2], word[4], shape})
		}
		rtol, atol := must(strconv.ParseFloat(m[3], 64)), must(strconv.ParseFloat(m[4], 64))
		test("trained "+m[1], func() { playTrained(m[2], values, rtol, atol) })
	}
}
